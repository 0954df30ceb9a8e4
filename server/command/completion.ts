/** Shell completion scripts, generated from the commands and their flags. */

import type { Command } from 'commander'
import { UsageError } from './errors.ts'

type Named = ReturnType<typeof namedOf>

export function completionFor(program: Command, shell: string): string {
  const commands = program.commands.map(namedOf)
  switch (shell) {
    case 'bash':
      return bash(commands)
    case 'zsh':
      return zsh(commands)
    case 'fish':
      return fish(commands)
    default:
      throw new UsageError(`Expected bash, zsh or fish, got "${shell}".`)
  }
}

function namedOf(command: Command) {
  const flags = command.options.map(({ long, description, required }) => ({
    flag: long ?? '',
    about: description,
    takesValue: required,
  }))
  return { name: command.name(), about: command.description(), flags: [...flags, help] }
}

const help = { flag: '--help', about: 'show help', takesValue: false }

/** Text in single quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function bash(commands: Named[]): string {
  const cases = commands.map(
    ({ name, flags }) => `    ${name}) words=${quoted(flags.map(({ flag }) => flag).join(' '))} ;;`,
  )
  return `# coverage: completion for bash
_coverage() {
  local current=\${COMP_WORDS[COMP_CWORD]} words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quoted(commands.map(({ name }) => name).join(' '))}
  elif [[ $current != -* ]]; then
    COMPREPLY=()
    return
  else case \${COMP_WORDS[1]} in
${cases.join('\n')}
    *) words='' ;;
  esac; fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _coverage coverage
`
}

function zsh(commands: Named[]): string {
  const described = (name: string, about: string) =>
    quoted(`${name.replaceAll(':', String.raw`\:`)}:${about}`)
  const list = commands.map(({ name, about }) => `    ${described(name, about)}`)
  const cases = commands.map(({ name, flags }) => {
    const specs = flags.map(({ flag, about, takesValue }) => {
      const text = about.replace(/[[\]\\:]/g, String.raw`\$&`)
      return quoted(`${flag}[${text}]${takesValue ? ':value:_files' : ''}`)
    })
    return `    ${name}) _arguments ${specs.join(' ')} '*:file:_files' ;;`
  })
  return `#compdef coverage
_coverage() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _coverage coverage
`
}

function fish(commands: Named[]): string {
  const escaped = (text: string) => `'${text.replace(/['\\]/g, String.raw`\$&`)}'`
  const lines = commands.flatMap(({ name, about, flags }) => [
    `complete -c coverage -n __fish_use_subcommand -a ${name} -d ${escaped(about)}`,
    ...flags.map(({ flag, about, takesValue }) => {
      const value = takesValue ? ' -r' : ''
      return `complete -c coverage -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${value} -d ${escaped(about)}`
    }),
  ])
  return `# coverage: completion for fish\n${lines.join('\n')}\n`
}
