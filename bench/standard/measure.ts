/** A quantity and its samples, one per round, so that other load affects all equally. */
export interface Series {
  case: string
  /** With its unit. */
  quantity: string
  better: 'higher' | 'lower'
  /** Other programs affect wall time far more than processor time. */
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
