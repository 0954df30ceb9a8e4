/** A quantity and its samples, one of each round, so that what else the machine does falls on all alike. */
export interface Series {
  case: string
  /** With its unit. */
  quantity: string
  better: 'higher' | 'lower'
  /** Other programs delay the one by far more than they slow the other. */
  clock: 'wall' | 'processor'
  values: number[]
}

/** Series that are sampled together. */
export interface Measure {
  series: Series[]
  /** One value for each series. */
  sample(): Promise<number[]>
}

export function series(
  name: string,
  quantity: string,
  { better = 'lower', clock = 'wall' }: Partial<Pick<Series, 'better' | 'clock'>> = {},
): Series {
  return { case: name, quantity, better, clock, values: [] }
}
