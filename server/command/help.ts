/** Layout of help texts: two columns on wide terminals, descriptions below terms on narrow terminals. */

import { type Command, Help, type Option } from 'commander'
import { type Io, terminalWidth } from './terminal/io.ts'
import { fitted, wrapped } from './terminal/text.ts'

export const optionGroups = {
  own: 'Options:',
  request: 'Request:',
  model: 'Parameters of models:',
  view: 'View of path loss:',
  local: 'Without a service:',
  service: 'Service:',
  output: 'Output:',
}
const groupOrder = Object.values(optionGroups)

/** Width of the term column; longer terms have the description on the next line. */
const LONGEST_TERM = 30
/** Terminal width below which all descriptions are on the next line. */
const NARROW = 60
/** Maximum width of help text. */
const WIDEST = 100
const INDENT = 2
const BELOW = 6

export function helpWidth(io: Io): number {
  return Math.min(WIDEST, terminalWidth(io))
}

export class CommandHelp extends Help {
  override padWidth(): number {
    return LONGEST_TERM
  }

  /** Lists the commands of a group in place of the group. */
  override visibleCommands(command: Command): Command[] {
    const shown = super.visibleCommands(command)
    if (command.parent === null) return shown
    return shown.flatMap((each) => (each.commands.length > 0 ? this.visibleCommands(each) : [each]))
  }

  override subcommandTerm(command: Command): string {
    const groups: string[] = []
    for (let group = command.parent; group?.parent?.parent; group = group.parent) groups.unshift(group.name())
    return [...groups, super.subcommandTerm(command)].join(' ')
  }

  override formatItem(term: string, termWidth: number, description: string, helper: Help): string {
    const width = helper.helpWidth ?? WIDEST
    const lead = ' '.repeat(INDENT)
    const head = `${lead}${term}`
    if (description === '') return head
    if (width < NARROW || term.length > termWidth) return `${head}\n${wrapped(description, width, BELOW)}`
    const indent = INDENT + termWidth + 2
    return head.padEnd(indent) + wrapped(description, width, indent).trimStart()
  }

  override groupItems<Item extends Command | Option>(
    unsorted: Item[],
    visible: Item[],
    groupOf: (item: Item) => string,
  ): Map<string, Item[]> {
    const groups = [...super.groupItems(unsorted, visible, groupOf)]
    return new Map(groups.sort(([one], [other]) => groupOrder.indexOf(one) - groupOrder.indexOf(other)))
  }

  override boxWrap(text: string, width: number): string {
    return fitted(text, width)
  }
}
