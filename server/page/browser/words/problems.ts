import { sayDistance } from './units.ts'
import { figure, say, sayIfKnown, type Word } from './words.ts'

interface Problem {
  code?: string
  detail?: string
}

/** Text for an error code; the service's text if there is no translation, or if the text contains figures. */
export function sayProblem(problem: Problem): string | undefined {
  const { code, detail } = problem
  const name = `problem: ${code}`
  const values = new Map(Object.entries(problem))
  const placeholders = [...(sayIfKnown(name) ?? '{none}').matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one)
  if (!placeholders.every((one) => typeof values.get(one) === 'number')) return detail
  return say(
    name as Word,
    Object.fromEntries(placeholders.map((one) => [one, figure(values.get(one) as number, 3)])),
  )
}

/** Text for a field error about a range of values; other errors use the service's text. */
export function sayFault(detail: string, unit: string | undefined): string {
  const range = /\b(between|above) (-?[\d.]+) and (?:at most )?(-?[\d.]+)(?!.*, or )/.exec(detail)
  if (range) {
    const [from, to] = [range[2], range[3]].map((bound) => figure(Number(bound), 3))
    const values = { from: from ?? '', to: unit === undefined ? (to ?? '') : `${to}\u00a0${unit}` }
    return say(range[1] === 'above' ? 'fault: above' : 'fault: between', values)
  }
  const apart = /must be (\d+) to (\d+) metres from/.exec(detail)
  if (apart) {
    return say('fault: apart', { from: sayDistance(Number(apart[1])), to: sayDistance(Number(apart[2])) })
  }
  if (/has no effect|: leave \S+ out|: leave it out/.test(detail)) return say('fault: useless')
  return / is required/.test(detail) ? say('fault: required') : detail
}

/** Codes of warnings that affect the validity of a result and are shown prominently. */
const important = new Set([
  'clutter_distance',
  'unknown_clutter',
  'outside_validity',
  'range_limited',
  'terrain_source_unreachable',
  'unknown_terrain',
])

export function isImportant({ code }: { code: string }): boolean {
  return important.has(code)
}

export function sayWarning({ code, detail }: { code: string; detail: string }): string {
  return sayIfKnown(`warning: ${code}`) ?? detail
}
