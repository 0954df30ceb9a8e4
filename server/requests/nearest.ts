/** What was probably meant by a word that is not known. */

import { distance } from 'fastest-levenshtein'

/** Of the letters, that may be others. */
const OTHER_SHARE = 0.4

/** The known word that is nearest, if it is near: upper and lower case, and kinds of dashes, are the same. */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')
  let nearest: string | undefined
  let fewest = Math.floor(OTHER_SHARE * word.length) + 1
  for (const each of known) {
    const edits = distance(plain(word), plain(each))
    if (edits < fewest) [nearest, fewest] = [each, edits]
  }
  return nearest
}
