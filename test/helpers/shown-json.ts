/** JSON as READMEs show it: `…` stands for what is left out. */

/** Any value, the rest of a list, or the other members of an object. */
const rest = Symbol('…')
/** Members that are not shown. */
const others = '…'

/** Reads one value from the start of a text; returns where it ends. */
export function parseShown(text: string): { value: unknown; end: number } {
  const reader = new ShownReader(text)
  const value = reader.value()
  return { value, end: reader.position }
}

class ShownReader {
  readonly #text: string
  position = 0

  constructor(text: string) {
    this.#text = text
  }

  value(): unknown {
    const next = this.#next()
    if (next === '{') return this.#members()
    if (next === '[') return this.#items()
    if (next === '"') return this.#string()
    if (next === '…') {
      this.#take(/…/y)
      return rest
    }
    return JSON.parse(this.#take(/true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y))
  }

  #members(): Record<string, unknown> {
    const members: Record<string, unknown> = {}
    this.#take(/\{/y)
    if (this.#next() === '}') this.#take(/\}/y)
    else {
      do {
        if (this.#next() === '…') members[others] = this.value()
        else {
          const name = this.#string()
          this.#take(/:/y)
          members[name] = this.value()
        }
      } while (this.#take(/[,}]/y) === ',')
    }
    return members
  }

  #items(): unknown[] {
    const items: unknown[] = []
    this.#take(/\[/y)
    if (this.#next() === ']') this.#take(/\]/y)
    else {
      do items.push(this.value())
      while (this.#take(/[,\]]/y) === ',')
    }
    return items
  }

  #string(): string {
    return JSON.parse(this.#take(/"(?:[^"\\]|\\.)*"/y))
  }

  /** The next character that is no space. */
  #next(): string {
    while (/\s/.test(this.#text[this.position] ?? '')) this.position++
    return this.#text[this.position] ?? ''
  }

  #take(pattern: RegExp): string {
    this.#next()
    pattern.lastIndex = this.position
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) {
      const before = this.#text.slice(this.position, this.position + 40)
      throw new SyntaxError(`Expected ${pattern.source} before ${before}`)
    }
    this.position += found.length
    return found
  }
}

/** Names that the service makes anew each time: what was shown for one stands for what came. */
export class LearnedNames {
  readonly #names = new Map<string, string>()

  learn(shown: string, came: string): void {
    this.#names.set(shown, came)
  }

  has(shown: string): boolean {
    return this.#names.has(shown)
  }

  /** A text with what came in place of what is shown. */
  put(text: string): string {
    let put = text
    for (const [shown, came] of this.#names) put = put.replaceAll(shown, came)
    return put
  }
}

/** Ids, and a key that is shortened. */
const idPattern = /\b(?:(?:sim|shr|acc|led|cs|ant|req|whk|dlv)_[A-Za-z0-9]+|rcov_…)/
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** What follows from the machine and its load. */
const machineMembers = new Set(['seconds', 'backend', 'device', 'budget_bytes', 'version', 'progress'])
const tolerance = 1e-6

/** What differs between what is shown and what came; empty if nothing does. */
export function differences(shown: unknown, came: unknown, names: LearnedNames, at = ''): string[] {
  if (shown === rest) return []
  const differs = [`${at}: ${printed(shown)} is shown, ${printed(came)} came`]
  if (typeof shown === 'string') {
    return typeof came === 'string' && isText(shown, came, names, at) ? [] : differs
  }
  if (typeof shown === 'number') {
    const isNear =
      typeof came === 'number' && Math.abs(came - shown) <= tolerance * Math.max(1, Math.abs(shown))
    return isNear || (machineMembers.has(lastOf(at)) && typeof came === 'number') ? [] : differs
  }
  if (Array.isArray(shown)) {
    if (!Array.isArray(came)) return differs
    const isOpen = shown.at(-1) === rest
    const items = isOpen ? shown.slice(0, -1) : shown
    if (isOpen ? came.length < items.length : came.length !== items.length) return differs
    return items.flatMap((item, index) => differences(item, came[index], names, `${at}/${index}`))
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof came !== 'object' || came === null) return differs
    const members = Object.entries(shown).filter(([name]) => name !== others)
    const unshown = others in shown ? [] : Object.keys(came).filter((name) => !(name in shown))
    return [
      ...members.flatMap(([name, value]) =>
        differences(value, (came as Record<string, unknown>)[name], names, `${at}/${name}`),
      ),
      ...unshown.map((name) => `${at}/${name}: came, and is not shown`),
    ]
  }
  return shown === came ? [] : differs
}

function isText(shown: string, came: string, names: LearnedNames, at: string): boolean {
  if (machineMembers.has(lastOf(at)) || (timePattern.test(shown) && timePattern.test(came))) return true
  if (lastOf(at) === 'key_id' && !names.has(shown)) names.learn(shown, came)
  return isLine(shown, came, names)
}

/** Whether a line is as it is shown; names that it has first are learned. */
export function isLine(shown: string, came: string, names: LearnedNames): boolean {
  const learning: string[] = []
  const parts = shown.split(new RegExp(`(${idPattern.source}|…)`))
  const pattern = parts.map((part) => {
    if (part === '…') return '.*'
    if (!new RegExp(`^${idPattern.source}$`).test(part)) return escaped(names.put(part))
    if (names.has(part)) return escaped(names.put(part))
    learning.push(part)
    return `(${part.slice(0, part.indexOf('_'))}_\\w+)`
  })
  const found = new RegExp(`^${pattern.join('')}$`).exec(came)
  for (const [index, name] of learning.entries()) if (found?.[index + 1]) names.learn(name, found[index + 1])
  return found !== null
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function lastOf(at: string): string {
  return at.slice(at.lastIndexOf('/') + 1)
}

function printed(value: unknown): string {
  return value === rest ? '…' : (JSON.stringify(value) ?? 'nothing').slice(0, 200)
}
