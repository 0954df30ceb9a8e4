/**
 * Expands a kernel's inner loops and helper calls before gpu.js compiles it. Its WebAssembly backend neither unrolls (a
 * loop costs 1.5 to 2.4 times the unrolled code) nor inlines (a call per sample costs 4 times), so the exported function
 * stays readable and this module generates the long form. It takes the emitted JavaScript of functions in this form:
 *
 * - `for (let n = 0; n < 8; n++) { … }` with literal bounds is repeated, `n` replaced by its value;
 * - `const name = helper(…)` becomes the helper's statements and `const name = <its returned expression>`; a helper is
 *   branch-free code that ends in its only `return`;
 * - constants become their numbers: `ROWS` of `{ ROWS: 8 }`, `TERM.row` of `{ TERM: { row: 4 } }`, as gpu.js cannot see
 *   a module's scope.
 *
 * Local names of each copy get a suffix, since gpu.js has one scope per kernel.
 */

type Source = (...args: never[]) => unknown

export type Constants = Readonly<Record<string, number | Readonly<Record<string, number>>>>

export interface ExpandOptions {
  helpers?: Source[]
  constants?: Constants
  /** True to repeat loops with literal bounds. */
  unrolls: boolean
}

/** Source text of `kernel` for gpu.js. Throws on unsupported forms. */
export function expandKernel(
  kernel: Source,
  { helpers = [], constants = {}, unrolls }: ExpandOptions,
): string {
  let source = stripComments(kernel.toString())
  for (const helper of helpers) source = inlineCalls(source, helper)
  source = writeConstants(source, constants)
  return unrolls ? unrollLoops(source) : source
}

function writeConstants(source: string, constants: Constants): string {
  let written = source
  for (const [name, value] of Object.entries(constants)) {
    if (typeof value === 'number') {
      written = substitute(written, name, numberText(value))
      continue
    }
    written = written.replace(new RegExp(`(?<![.\\w$])${name}\\.(\\w+)\\b`, 'g'), (_, key: string) => {
      if (!Object.hasOwn(value, key))
        throw new Error(`Expected one of ${Object.keys(value)} in ${name}, got ${key}`)
      return numberText(value[key])
    })
  }
  return written
}

/** Negative numbers in parentheses, as `a - -5` needs a space. */
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
  return text.replace(new RegExp(`(?<![.\\w$])${name}\\b`, 'g'), replacement)
}

/** Index after the bracket that closes the one before `from`. */
function closing(source: string, from: number, open: string, close: string): number {
  for (let depth = 1, at = from; at < source.length; at++) {
    if (source[at] === open) depth++
    if (source[at] === close && --depth === 0) return at + 1
  }
  throw new Error(`Expected a closing ${close} in kernel source`)
}

function unrollLoops(source: string): string {
  const head = /for \(let (\w+) = 0; \1 < (\d+); \1\+\+\) \{/.exec(source)
  if (head === null) return source
  const [text, counter, turns] = head as unknown as [string, string, string]
  const bodyStart = head.index + text.length
  const end = closing(source, bodyStart, '{', '}')
  const body = source.slice(bodyStart, end - 1)
  const names = localNames(body)
  let copies = ''
  for (let turn = 0; turn < Number(turns); turn++) {
    copies += substitute(rename(body, names, `_${turn}`), counter, String(turn))
  }
  return source.slice(0, head.index) + copies + unrollLoops(source.slice(end))
}

function inlineCalls(source: string, helper: Source): string {
  const text = stripComments(helper.toString())
  const head = /function (\w+)\(([^)]*)\) \{/.exec(text)
  if (head === null) throw new Error(`Expected a named function as helper, got ${text.slice(0, 40)}`)
  const [, name, parameterList] = head as unknown as [string, string, string]
  const parameters = splitArguments(parameterList)
  const body = text.slice(head.index + head[0].length, text.lastIndexOf('}'))
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
    // Two passes, so that an argument may contain the name of a later parameter.
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
