/**
 * Expands the source text of a kernel for gpu.js, so that the exported function stays readable. The input is
 * the emitted JavaScript of functions written for this purpose:
 *
 * - `const name = helper(…)` becomes the helper's statements and `const name = <its returned expression>`; a
 *   helper is straight-line code that ends in its only `return`;
 * - constants become numbers: `ROWS` of `{ ROWS: 8 }`, `TERM.row` of `{ TERM: { row: 4 } }`, as gpu.js cannot
 *   see the module's scope;
 * - records (objects of numbers) become one local variable or parameter for each field that is read. Records
 *   are the kernel arguments listed as such, `const name = { … }`, and parameters read as `name.field`. Records
 *   are passed by name and never changed.
 *
 * Local names of each inlined helper get a suffix, since gpu.js has one scope per kernel.
 */

type Source = (...args: never[]) => unknown

export type Constants = Readonly<Record<string, number | Readonly<Record<string, number>>>>

/** A kernel argument whose elements have names: [elements][1][1], or per thread, [elements][y][x]. */
export interface RecordArgument {
  slots: Readonly<Record<string, number>>
  isPerThread: boolean
}

export interface ExpandOptions {
  helpers?: Source[]
  /** Functions called by the kernel, by the helpers or by each other. */
  functions?: Source[]
  constants?: Constants
  records?: Readonly<Record<string, RecordArgument>>
}

/** Source text in the form that gpu.js accepts. */
export interface Expanded {
  kernel: string
  functions: { source: string; parameters: number }[]
}

/** Expands a kernel and its functions for gpu.js. Throws for any other form of source. */
export function expandKernel(
  kernel: Source,
  { helpers = [], functions = [], constants = {}, records = {} }: ExpandOptions,
): Expanded {
  const flat = new FlatFunctions(functions)
  let source = stripComments(kernel.toString())
  for (const helper of helpers) source = inlineCalls(source, helper)
  source = writeConstants(flat.withoutRecords(source, Object.keys(records)), constants)
  return { kernel: readRecords(source, records), functions: flat.sources() }
}

/** Inserts a local variable for each record field used, at the start of the kernel. */
function readRecords(source: string, records: Readonly<Record<string, RecordArgument>>): string {
  const reads = Object.entries(records).flatMap(([name, { slots, isPerThread }]) => {
    const used = new Set([...source.matchAll(nameOf(`${name}_(\\w+)`))].map(([, field]) => field as string))
    return [...used].map((field) => {
      const slot = slotOf(slots, name, field)
      const at = isPerThread ? `[${slot}][this.thread.y][this.thread.x]` : `[${slot}][0][0]`
      return `const ${name}_${field} = ${name}${at};`
    })
  })
  return source.replace('{', () => `{ ${reads.join(' ')}`)
}

interface Parsed {
  name: string
  parameters: string[]
  body: string
}

function parse(source: Source): Parsed {
  const text = stripComments(source.toString())
  const head = /function (\w+)\(([^)]*)\) \{/.exec(text)
  if (head === null) throw new Error(`Expected a named function, got ${text.slice(0, 40)}`)
  const [start, name = '', parameters = ''] = head
  const body = text.slice(head.index + start.length, text.lastIndexOf('}'))
  return { name, parameters: splitArguments(parameters), body }
}

/** Functions of numbers and records, converted to functions of numbers only. */
class FlatFunctions {
  readonly #functions: Map<string, Parsed>

  constructor(functions: Source[]) {
    this.#functions = new Map(functions.map(parse).map((parsed) => [parsed.name, parsed]))
  }

  sources(): Expanded['functions'] {
    return [...this.#functions.values()].map(({ name, parameters, body }) => {
      const fields = this.#fieldsOf(name)
      const numbers = parameters.flatMap((parameter, at) => flatNames(parameter, fields[at]))
      const records = parameters.filter((_, at) => fields[at])
      const source = `function ${name}(${numbers.join(', ')}) {${this.withoutRecords(body, records)}}`
      return { source, parameters: numbers.length }
    })
  }

  /** Replaces the named records in source text with one variable per field. */
  withoutRecords(source: string, names: string[]): string {
    const local: string[] = []
    let text = source
    for (;;) {
      const site = /const (\w+) = \{/.exec(text)
      if (site === null) break
      const [start, name = ''] = site
      const from = site.index + start.length
      const end = closing(text, from, '{', '}')
      const fields = splitArguments(text.slice(from, end - 1)).map((field) => {
        const [, key, value] = /^(\w+)(?::([\s\S]*))?$/.exec(field) ?? []
        return `const ${name}_${key} = ${(value ?? key)?.trim()};`
      })
      text = text.slice(0, site.index) + fields.join(' ') + text.slice(end).replace(/^;/, '')
      local.push(name)
    }
    text = this.#passFields(text)
    for (const name of [...names, ...local]) text = text.replace(nameOf(`${name}\\.(\\w+)`), `${name}_$1`)
    return text
  }

  /** Replaces each record argument in a call with the record's fields that the called function reads. */
  #passFields(source: string): string {
    let text = source
    for (const name of this.#functions.keys()) {
      const fields = this.#fieldsOf(name)
      if (fields.every((own) => own === undefined)) continue
      const call = nameOf(`${name}\\(`)
      for (let site = call.exec(text); site !== null; site = call.exec(text)) {
        const end = closing(text, call.lastIndex, '(', ')')
        const values = splitArguments(text.slice(call.lastIndex, end - 1))
        const flat = values.flatMap((value, at) => fields[at]?.map((field) => `${value}.${field}`) ?? value)
        text = text.slice(0, call.lastIndex) + flat.join(', ') + text.slice(end - 1)
      }
    }
    return text
  }

  /** Fields of each record parameter read by the function or its callees; `undefined` for numbers. */
  #fieldsOf(name: string): (string[] | undefined)[] {
    const { parameters, body } = this.#functions.get(name) as Parsed
    return parameters.map((parameter) => {
      const own = [...body.matchAll(nameOf(`${parameter}\\.(\\w+)`))].map(([, field]) => field as string)
      const passed = [...this.#functions.keys()].flatMap((called) =>
        callsOf(body, called).flatMap((values) =>
          values.includes(parameter)
            ? this.#fieldsOf(called)
                .filter((_, at) => values[at] === parameter)
                .flatMap((fields) => fields ?? [])
            : [],
        ),
      )
      const fields = [...new Set([...own, ...passed])]
      return fields.length > 0 ? fields : undefined
    })
  }
}

function flatNames(parameter: string, fields: string[] | undefined): string[] {
  return fields?.map((field) => `${parameter}_${field}`) ?? [parameter]
}

/** Arguments of every call to a function, one list per call. */
function callsOf(source: string, name: string): string[][] {
  const call = nameOf(`${name}\\(`)
  const calls: string[][] = []
  while (call.exec(source) !== null) {
    calls.push(splitArguments(source.slice(call.lastIndex, closing(source, call.lastIndex, '(', ')') - 1)))
  }
  return calls
}

/** Matches a name that is not a property of another object. */
function nameOf(pattern: string): RegExp {
  return new RegExp(`(?<![.\\w$])${pattern}`, 'g')
}

function slotOf(slots: Readonly<Record<string, number>>, name: string, key: string): number {
  if (!Object.hasOwn(slots, key))
    throw new Error(`Expected one of ${Object.keys(slots)} in ${name}, got ${key}`)
  return slots[key] as number
}

function writeConstants(source: string, constants: Constants): string {
  let written = source
  for (const [name, value] of Object.entries(constants)) {
    if (typeof value === 'number') {
      written = substitute(written, name, numberText(value))
      continue
    }
    written = written.replace(nameOf(`${name}\\.(\\w+)`), (_, key: string) =>
      numberText(slotOf(value, name, key)),
    )
  }
  return written
}

/** Number as source text; negative numbers in parentheses, as `a --5` is invalid. */
function numberText(value: number): string {
  return value < 0 ? `(${value})` : String(value)
}

function stripComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/[^\n]*/g, '')
}

function localNames(body: string): string[] {
  return [...body.matchAll(/\b(?:const|let) (\w+)/g)].map((match) => match[1] as string)
}

function rename(body: string, names: string[], suffix: string): string {
  return names.reduce((text, name) => substitute(text, name, name + suffix), body)
}

function substitute(text: string, name: string, replacement: string): string {
  return text.replace(nameOf(`${name}\\b`), replacement)
}

/** Index after the closing bracket that matches the opening bracket before `from`. */
function closing(source: string, from: number, open: string, close: string): number {
  for (let depth = 1, at = from; at < source.length; at++) {
    if (source[at] === open) depth++
    if (source[at] === close && --depth === 0) return at + 1
  }
  throw new Error(`Expected a closing ${close} in kernel source`)
}

function inlineCalls(source: string, helper: Source): string {
  const { name, parameters, body } = parse(helper)
  const returned = /return ([^;]*);?\s*$/.exec(body)
  if (returned === null) throw new Error(`Expected helper ${name} to end in a return`)
  const statements = body.slice(0, returned.index)
  const own = localNames(statements)

  const call = new RegExp(`const (\\w+) = ${name}\\(`)
  let result = source
  for (let copy = 1; ; copy++) {
    const site = call.exec(result)
    if (site === null) return result
    const start = site.index + site[0].length
    const end = closing(result, start, '(', ')')
    const values = splitArguments(result.slice(start, end - 1))
    if (values.length !== parameters.length) {
      throw new Error(`Expected ${parameters.length} arguments for ${name}, got ${values.length}`)
    }
    const suffix = `_${name}${copy}`
    let inlined = rename(`${statements}const ${site[1]} = ${returned[1]};`, own, suffix)
    // Two passes, because an argument may contain the name of a later parameter.
    parameters.forEach((parameter, at) => {
      inlined = substitute(inlined, parameter, `@${at}@`)
    })
    values.forEach((value, at) => {
      inlined = inlined.replaceAll(`@${at}@`, /^[\w.]+$/.test(value) ? value : `(${value})`)
    })
    const after = result.slice(end).replace(/^;/, '')
    result = result.slice(0, site.index) + inlined + after
  }
}

function splitArguments(list: string): string[] {
  const parts: string[] = []
  let depth = 0
  let current = ''
  for (const character of list) {
    if ('([{'.includes(character)) depth++
    if (')]}'.includes(character)) depth--
    if (character === ',' && depth === 0) {
      parts.push(current.trim())
      current = ''
    } else current += character
  }
  if (current.trim() !== '') parts.push(current.trim())
  return parts
}
