/** Steps of product parameters: each value creates a stored file, so clients may only use fixed steps. */

/** Series of 1, 2 and 5 times powers of ten, from `first` to `last`. */
export function seriesOf125(first: number, last: number): number[] {
  const series: number[] = []
  for (let decade = 10 ** Math.floor(Math.log10(first)); decade <= last; decade *= 10)
    series.push(decade, 2 * decade, 5 * decade)
  return series.filter((value) => value >= first && value <= last)
}

/** Error text for a value between two steps; the schema refuses values outside of the range. */
export function betweenSteps(value: number, steps: readonly number[]): string | undefined {
  if (steps.includes(value)) return undefined
  const below = steps.findLast((step) => step < value)
  const above = steps.find((step) => step > value)
  return `${value} is between the steps ${below} and ${above}`
}

/** Error text for a value between two integers. */
export function betweenWhole(value: number): string | undefined {
  if (Number.isInteger(value)) return undefined
  return `${value} is between the whole numbers ${Math.floor(value)} and ${Math.ceil(value)}`
}
