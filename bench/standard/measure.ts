/** A quantity and its samples, one per round, so that other load on the machine affects all quantities alike. */
export interface Series {
  case: string
  /** Name and unit. */
  quantity: string
  better: 'higher' | 'lower'
  /** Load of other programs delays `wall` far more than it slows `processor`. */
  clock: 'wall' | 'processor'
  values: number[]
}

export interface Measure {
  series: Series[]
  /** One value per series. */
  sample(): Promise<number[]>
}

export function series(
  name: string,
  quantity: string,
  { better = 'lower', clock = 'wall' }: Partial<Pick<Series, 'better' | 'clock'>> = {},
): Series {
  return { case: name, quantity, better, clock, values: [] }
}
