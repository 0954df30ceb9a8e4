import fc from 'fast-check'
import t from 'tap'
import { faultOf, repeatedName } from '../../server/http/json-text.ts'

const space = fc.constantFrom('', ' ', '\n\t', '   ')
const name = fc.oneof(fc.constantFrom('a', 'b', '', '{', '"', '\\', ':', '}"'), fc.string({ maxLength: 3 }))

interface Written {
  text: string
  /** Names that stand twice in one object. */
  repeated: string[]
}

/** JSON as anybody may write it, whose names may be repeated. */
const { value } = fc.letrec<{ value: Written; list: Written; object: Written; scalar: Written }>((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, tie('scalar'), tie('list'), tie('object')),
  scalar: fc
    .oneof(fc.integer(), fc.constantFrom(true, null), name)
    .map((scalar) => ({ text: JSON.stringify(scalar), repeated: [] })),
  list: fc.tuple(fc.array(tie('value'), { maxLength: 4 }), space).map(([items, gap]) => ({
    text: `[${items.map(({ text }) => gap + text).join(`${gap},`)}]`,
    repeated: items.flatMap((item) => item.repeated),
  })),
  object: fc.array(fc.tuple(name, fc.boolean(), tie('value'), space), { maxLength: 4 }).map((members) => ({
    text: `{${members.map(([name, escaped, { text }, gap]) => `${gap}${written(name, escaped)}${gap}:${gap}${text}`).join()}}`,
    repeated: [
      ...members.flatMap(([, , member]) => member.repeated),
      ...members.map(([name]) => name).filter((name, at, names) => names.indexOf(name) !== at),
    ],
  })),
}))

/** The same name can be escaped differently. */
function written(name: string, escaped: boolean): string {
  if (!escaped) return JSON.stringify(name)
  const units = Array.from({ length: name.length }, (_, at) => name.charCodeAt(at))
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`
}

t.test('duplicate names in an object are found, at any depth and however escaped', async (t) => {
  let found = 0
  fc.assert(
    fc.property(value, ({ text, repeated }) => {
      JSON.parse(text)
      const name = repeatedName(text)
      if (name !== undefined) found++
      return name === undefined ? repeated.length === 0 : repeated.includes(name)
    }),
    { numRuns: 3000, seed: 1 },
  )
  t.ok(found > 100, `${found} of 3000 have one`)
  for (const text of ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', '["a","a"]', '{"a":"a"}', '0']) {
    t.equal(repeatedName(text), undefined, text)
  }
  t.equal(repeatedName('{"a":[{"b":{"__x":0,"c":"}","\\u005f_x":1}}]}'), '__x')
})

t.test('broken JSON is named by its place where the parser says it, and by no more', async (t) => {
  const faults: [string, RegExp][] = [
    ['', /^is empty$/],
    [' \n', /^is empty$/],
    ['{"a":1', /: the text ends too early$/],
    ['{"tx_lat":1 "b":2}', /: line 1, column 13 has "\\"", which is not allowed there$/],
    ['{\n  "a": 1,\n}', /: line 3, column 1 has "}", which/],
    ['{"a":1}}', /: line 1, column 8 has "}", which/],
    ['{"a":"\n"}', /: line 1, column 7 has "\\n", which/],
    ['secret', /^is not a JSON document: .*"s"/],
    ['undefined', /^is not a JSON document/],
    ['{"__proto__":1}', /^has a name that is not allowed: __proto__/],
  ]
  for (const [text, fault] of faults) {
    t.match(faultOf(text), fault, JSON.stringify(text))
    t.notMatch(faultOf(text), /secret|tx_lat/)
  }
})
