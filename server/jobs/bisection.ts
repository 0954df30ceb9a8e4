/** Smallest integer in (below, to] for which the monotonic predicate `fits` is true; `to` must fit. */
export function firstThatFits(below: number, to: number, fits: (value: number) => boolean): number {
  let [low, high] = [below, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) high = middle
    else low = middle
  }
  return high
}
