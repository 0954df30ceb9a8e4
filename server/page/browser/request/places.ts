import type { Position } from '../../../client/coordinates.ts'

export interface NamedPlace extends Position {
  name: string
}

/** Places whose names contain the text: first matches at a name's start, then at a word's start. */
export function findPlaces(places: readonly NamedPlace[], text: string, maximum: number): NamedPlace[] {
  const searched = plain(text)
  if (searched === '') return []
  const rankOf = (name: string) => {
    const at = name.indexOf(searched)
    if (at <= 0) return at
    return name.includes(` ${searched}`) ? 1 : 2
  }
  return places
    .map((place) => ({ place, rank: rankOf(plain(place.name)) }))
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maximum)
    .map(({ place }) => place)
}

/** Text in lower case without accents, for searching. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
