import { quoted } from './validation/messages.ts'

/** Matches strings, with a colon if the string is a member name, and braces outside of strings. */
const token = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g

/** Sentence on a member name that occurs twice in an object of a JSON text; parsers disagree on the value to use. */
export function repeatedFault(json: string): string | undefined {
  const name = repeatedName(json)
  return name === undefined ? undefined : `The name ${quoted(name)} appears twice in an object of the body.`
}

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

/** Parses JSON and refuses repeated names; `fault` is a sentence with the reason. */
export function jsonIn(text: string): { value: unknown } | { fault: string } {
  try {
    const value: unknown = JSON.parse(text)
    const fault = repeatedFault(text)
    return fault === undefined ? { value } : { fault }
  } catch {
    // The error message of JSON.parse differs between versions of Node.
    return { fault: `The body ${faultOf(text)}.` }
  }
}

/** Reason why text is not JSON, as a phrase after "The body", with the position if the parser reports one. */
export function faultOf(text: string): string {
  if (text.trim() === '') return 'is empty'
  const noJson = 'is not a JSON document'
  try {
    JSON.parse(text)
    // Refused because some parsers set an object's prototype by these names.
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
