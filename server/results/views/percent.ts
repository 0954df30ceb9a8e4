/** A share as a figure before "%": 0 and 100 only where it is none and all. */
export function percentOf(share: number): string {
  if (share <= 0 || share >= 1) return share <= 0 ? '0' : '100'
  if (share < 0.001) return 'less than 0.1'
  return share > 0.999 ? 'more than 99.9' : (100 * share).toFixed(1)
}
