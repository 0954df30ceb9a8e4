/** Fraction as a number for "%"; 0 and 100 only if exact. */
export function percentOf(share: number): string {
  if (share <= 0 || share >= 1) return share <= 0 ? '0' : '100'
  if (share < 0.001) return 'less than 0.1'
  return share > 0.999 ? 'more than 99.9' : (100 * share).toFixed(1)
}
