/** Suggests known words for unknown words. */

import { distance } from 'fastest-levenshtein'

/** Maximum edit distance of a suggested word, as a fraction of the length of the unknown word. */
const OTHER_SHARE = 0.4

/** Nearest known word, if close enough; case and punctuation are ignored. */
export function nearestOf(
  word: string,
  known: readonly string[],
  otherShare = OTHER_SHARE,
): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')
  let nearest: string | undefined
  let fewest = Math.floor(otherShare * word.length) + 1
  for (const each of known) {
    const edits = distance(plain(word), plain(each))
    if (edits < fewest) [nearest, fewest] = [each, edits]
  }
  return nearest
}
