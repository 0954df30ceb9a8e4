/** A quantity with one sample per round: load of other programs then affects all quantities alike. */
export interface Series {
  case: string
  /** Quantity with its unit. */
  quantity: string
  better: 'higher' | 'lower'
  /** Clock of the samples; load of other programs increases `wall` times far more than `processor` times. */
  clock: 'wall' | 'processor'
  values: number[]
}

export interface Measure {
  series: Series[]
  /** Takes a sample: one value per series. */
  sample(): Promise<number[]>
}

export function series(
  name: string,
  quantity: string,
  { better = 'lower', clock = 'wall' }: Partial<Pick<Series, 'better' | 'clock'>> = {},
): Series {
  return { case: name, quantity, better, clock, values: [] }
}
