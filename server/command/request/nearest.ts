/** Maximum number of known words suggested for a misspelled word. */
const MAXIMUM_NAMED = 6

/** Known words that contain the given word; if there are none, the words with the smallest edit distance. */
export function nearest(word: string, known: readonly string[]): string[] {
  const wanted = word.toLowerCase()
  const holding = known.filter((one) => one.includes(wanted))
  if (wanted !== '' && holding.length > 0) return holding.slice(0, MAXIMUM_NAMED)
  const distances = known.map((one) => changes(wanted, one))
  const fewest = Math.min(...distances)
  return known.filter((_, at) => distances[at] === fewest).slice(0, MAXIMUM_NAMED)
}

/** Edit distance of `one` to the best matching part of `other` (Levenshtein; Sellers 1980). */
function changes(one: string, other: string): number {
  let above = new Array<number>(other.length + 1).fill(0)
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1]
    for (let at = 0; at < other.length; at++) {
      const replaced = (above[at] ?? 0) + Number(letter !== other[at])
      current.push(Math.min(replaced, (current[at] ?? 0) + 1, (above[at + 1] ?? 0) + 1))
    }
    above = current
  }
  return Math.min(...above)
}
