import { minusSigns, say, sayIfKnown } from './words.ts'

/** Translated label of a class or range; untranslated labels stay unchanged. */
export function sayLabel(label: string): string {
  const [, words = label, hatched] = /^(.*?)( \(hatched\))?$/.exec(label) ?? []
  const translated = sayIfKnown(`label: ${words}`) ?? minusSigns(sayRange(words))
  return hatched === undefined ? translated : say('hatched', { label: translated })
}

/** Translated attribution of the operator's files; names of other sources are not translated. */
export function sayAttribution(attribution: string): string {
  return sayIfKnown(`attribution: ${attribution}`) ?? attribution
}

export function saySource(name: string): string {
  return sayIfKnown(`source: ${name}`) ?? name
}

function sayRange(words: string): string {
  const [, known, isUnknownToo] = /^(.*?)(, or unknown)?$/.exec(words) ?? []
  if (isUnknownToo !== undefined) return say('orUnknown', { label: sayRange(known ?? '') })
  const [, direction, limit = ''] = /^talk-(out|in) only: (.+)$/.exec(words) ?? []
  if (direction !== undefined)
    return say(direction === 'out' ? 'outOnly' : 'inOnly', { label: sayRange(limit) })
  const [, weakDbm] = /^less than (\S+ dBm) on the uplink$/.exec(words) ?? []
  if (weakDbm !== undefined) return say('lessBack', { value: weakDbm })
  const [, down = '', and, upDbm] = /^(.*), (and|and less than) (\S+ dBm) on the uplink$/.exec(words) ?? []
  if (upDbm !== undefined) {
    return say(and === 'and' ? 'andBack' : 'norBack', { label: sayRange(down), value: upDbm })
  }
  const [, bound, value = ''] = /^(at least|less than) (.+)$/.exec(words) ?? []
  if (bound !== undefined) return say(bound === 'at least' ? 'atLeast' : 'lessThan', { value })
  const range = /^(?:below (?<below>\S+)|(?<from>\S+) and above|(?<first>\S+) to (?<last>\S+))$/.exec(
    words,
  )?.groups
  if (range?.below !== undefined) return say('below', { to: range.below })
  if (range?.from !== undefined) return say('andAbove', { from: range.from })
  if (range?.first !== undefined) return say('fromTo', { from: range.first, to: range.last ?? '' })
  return words
}
