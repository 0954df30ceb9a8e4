/**
 * Parameters of products have few values: each makes a file of its own, and whoever may look at a result must not make
 * any number of them.
 */

/** 1, 2 and 5 times the powers of ten, between two of these. */
export function seriesOf125(first: number, last: number): number[] {
  const series: number[] = []
  for (let decade = 10 ** Math.floor(Math.log10(first)); decade <= last; decade *= 10)
    series.push(decade, 2 * decade, 5 * decade)
  return series.filter((value) => value >= first && value <= last)
}

/** Why a value is refused that is between two steps; `undefined`: it is one. Those beyond the ends are refused before. */
export function betweenSteps(value: number, steps: readonly number[]): string | undefined {
  if (steps.includes(value)) return undefined
  const below = steps.findLast((step) => step < value)
  const above = steps.find((step) => step > value)
  return `${value} is between the steps ${below} and ${above}`
}

/** The same for whole numbers. */
export function betweenWhole(value: number): string | undefined {
  if (Number.isInteger(value)) return undefined
  return `${value} is between the whole numbers ${Math.floor(value)} and ${Math.ceil(value)}`
}
