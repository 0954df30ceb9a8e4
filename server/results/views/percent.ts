/** Fraction as a percentage for display; 0 and 100 appear only if the value is exact. */
export function percentOf(share: number): string {
  if (share <= 0 || share >= 1) return share <= 0 ? '0' : '100'
  if (share < 0.001) return 'less than 0.1'
  return share > 0.999 ? 'more than 99.9' : (100 * share).toFixed(1)
}
