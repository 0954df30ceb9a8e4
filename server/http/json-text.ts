import { quoted } from './validation/messages.ts'

/** A string with the colon that makes it a name, or a brace; these characters occur nowhere else in JSON. */
const token = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g

/** A name that occurs twice in an object of a JSON document, at any depth: parsers differ in which one they take. */
export function repeatedName(json: string): string | undefined {
  const open: Set<string>[] = []
  for (const [found, text = '', colon] of json.matchAll(token)) {
    if (found === '{') open.push(new Set())
    else if (found === '}') open.pop()
    else if (colon !== undefined) {
      const name: string = JSON.parse(text)
      const before = open.at(-1)
      if (before?.has(name)) return name
      before?.add(name)
    }
  }
  return undefined
}

/** The value of a JSON document without duplicate names, or a sentence with the reason. */
export function jsonIn(text: string): { value: unknown } | { fault: string } {
  try {
    const value: unknown = JSON.parse(text)
    const name = repeatedName(text)
    if (name === undefined) return { value }
    return { fault: `The name ${quoted(name)} appears twice in an object of the body.` }
  } catch {
    // The parser's message differs between versions of Node.
    return { fault: `The body ${faultOf(text)}.` }
  }
}

/** Reason why a text is not JSON, to follow "the body", with the position if the parser reports it. */
export function faultOf(text: string): string {
  if (text.trim() === '') return 'is empty'
  const noJson = 'is not a JSON document'
  try {
    JSON.parse(text)
    // Refused, as these names set an object's prototype in some parsers.
    return 'has a name that is not allowed: __proto__, or constructor with a prototype'
  } catch (error) {
    const { message } = error as Error
    const [, position] = /at position (\d+)/.exec(message) ?? []
    if (/end of JSON/.test(message) || Number(position) >= text.length)
      return `${noJson}: the text ends too early`
    if (position !== undefined) return `${noJson}: ${placeOf(text, Number(position))}`
    const [, character] = /^Unexpected token '(.)'/su.exec(message) ?? []
    return character === undefined ? noJson : `${noJson}: ${quoted(character)} is not allowed there`
  }
}

function placeOf(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n')
  const column = (lines.at(-1) ?? '').length + 1
  const character = String.fromCodePoint(text.codePointAt(position) ?? 0)
  return `line ${lines.length}, column ${column} has ${quoted(character)}, which is not allowed there`
}
