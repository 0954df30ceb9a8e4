import fc from 'fast-check'
import { alternativesOf, objectOf, type Schema } from './fuzz-values.ts'

/** Of the bodies that the service reads the largest, but for batches. */
export const LARGEST_BODY_BYTES = 65_536

/** JSON of about so many bytes, each expensive for a careless reader, for another reason. */
const fillers: Record<string, (bytes: number) => string> = {
  'objects with a name of their own': (bytes) => `[${repeated(bytes, (at) => `{"${name(at)}":0}`)}]`,
  'equal objects': (bytes) => `[${repeated(bytes, () => '{"a":0}')}]`,
  'objects of objects': (bytes) => `[${repeated(bytes, (at) => `{"a":{"a":{"a":${at}}}}`)}]`,
  'empty lists': (bytes) => `[${repeated(bytes, () => '[]')}]`,
  'equal numbers': (bytes) => `[${repeated(bytes, () => '0')}]`,
  'rising numbers': (bytes) => `[${repeated(bytes, String)}]`,
  'equal texts': (bytes) => `[${repeated(bytes, () => '"a"')}]`,
  'texts of their own': (bytes) => `[${repeated(bytes, (at) => `"${name(at)}"`)}]`,
  'lists in lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'two equal lists in lists': (bytes) => {
    const deep = '['.repeat(bytes / 4 - 2) + ']'.repeat(bytes / 4 - 2)
    return `[${deep},${deep}]`
  },
  'objects in objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}0${'}'.repeat(bytes / 6)}`,
  'a long text': (bytes) => `"${'x'.repeat(bytes - 2)}"`,
  'a long text of escapes': (bytes) => `"${'\\u0000'.repeat(bytes / 6)}"`,
  'a long number': (bytes) => `1${'0'.repeat(bytes - 1)}`,
  'names of their own': (bytes) => `{${repeated(bytes, (at) => `"${name(at)}":0`)}}`,
  'numbers as names': (bytes) => `{${repeated(bytes, (at) => `"${at}":0`)}}`,
  'long names': (bytes) => `{${repeated(bytes, (at) => `"${'x'.repeat(250)}${at}":0`)}}`,
  'names that need escapes': (bytes) => `{${repeated(bytes, (at) => `"~/\\"\\u0061${at}":{}`)}}`,
  'equal names': (bytes) => `{${repeated(bytes, () => '"a":0')}}`,
  'a name that is refused, deep down': (bytes) =>
    `${'{"a":'.repeat((bytes - 20) / 6)}{"__proto__":0}${'}'.repeat((bytes - 20) / 6)}`,
}
export const fillerNames = Object.keys(fillers)

export interface Position {
  /** `''` stands for all of the body, `antenna/pattern` for a member of a member. */
  path: string
  schema: Schema
}

/** Where a body may be filled. */
export function positionsIn(schema: Schema, path = ''): Position[] {
  const members = Object.entries(schema.properties ?? {})
  const before = path === '' ? '' : `${path}/`
  return [{ path, schema }, ...members.flatMap(([name, member]) => positionsIn(member, before + name))]
}

/** The body, filled up at a position in place of its value. */
export function filledUp(body: object, position: string, filler: string, bytes = LARGEST_BODY_BYTES): Buffer {
  const mark = '\u{f8ff}'
  const [before = '', after = ''] = JSON.stringify(
    position === '' ? mark : withMember(body, position.split('/'), mark),
  ).split(JSON.stringify(mark))
  const spaceBytes = bytes - Buffer.byteLength(before + after)
  return Buffer.from(before + fillers[filler]?.(spaceBytes) + after)
}

/** A body that a schema allows, but for one position that is filled up. */
export function largeBodyOf(whole: Schema): fc.Arbitrary<Buffer> {
  const bodies = alternativesOf(whole).map((schema) => {
    const positions = positionsIn(schema).map(({ path }) => path)
    return fc.tuple(
      objectOf(schema, fc.constant(0)),
      fc.constantFrom(...positions),
      fc.constantFrom(...fillerNames),
    )
  })
  return fc.oneof(...bodies).map(([body, position, filler]) => filledUp(body, position, filler))
}

function withMember(body: object, [first = '', ...rest]: string[], value: unknown): object {
  const before = (body as Record<string, unknown>)[first]
  const inner = typeof before === 'object' && before !== null ? before : {}
  return { ...body, [first]: rest.length === 0 ? value : withMember(inner, rest, value) }
}

function repeated(bytes: number, item: (at: number) => string): string {
  const items: string[] = []
  for (let at = 0, length = 2; ; at++) {
    const text = item(at)
    length += text.length + 1
    if (length > bytes) return items.join()
    items.push(text)
  }
}

/** As many short names as there are numbers. */
function name(at: number): string {
  const digits = '!#$%&()*+,-.0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  return at < digits.length
    ? (digits[at] ?? '')
    : name(Math.floor(at / digits.length)) + digits[at % digits.length]
}
