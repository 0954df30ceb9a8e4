/** The first whole number after `below` that fits, or `to`, which does: where one fits, all larger ones do. */
export function firstThatFits(below: number, to: number, fits: (value: number) => boolean): number {
  let [low, high] = [below, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) high = middle
    else low = middle
  }
  return high
}
