/**
 * Long-term variability by radio climate: coefficients of the curves of TN 101 (III.69), (III.70), "Algorithm" table
 * 5.1 (G. Hufford, "The ITS Irregular Terrain Model, version 1.2.2: the Algorithm"; values as in NTIA's ITM 1.4).
 */

/** Curve of effective distance d: (c1 + c2 / (1 + ((d − x2) / x3)²)) · (d/x1)² / (1 + (d/x1)²); c in dB. */
export type Curve = readonly [c1: number, c2: number, x1: number, x2: number, x3: number]

/** Frequency factor b1 + b2 / ((b3 · ln(0.133 k))² + 1), where k is the wave number. */
export type FrequencyFactor = readonly [b1: number, b2: number, b3: number]

export interface ClimateCurves {
  /** Shift V_med of the median. */
  median: Curve
  /** Standard deviation in time below and above the median. */
  below: Curve
  above: Curve
  factorBelow: FrequencyFactor
  factorAbove: FrequencyFactor
  /** C_D and z_D: factor and start of the tail, beyond z_D standard deviations. */
  tail: readonly [factor: number, deviate: number]
}

export const CLIMATES = {
  equatorial: {
    median: [-9.67, 12.7, 144_900, 190_300, 133_800],
    below: [2.13, 159.5, 762_200, 123_600, 94_500],
    above: [2.11, 102.3, 636_900, 134_800, 95_600],
    factorBelow: [1, 0, 0],
    factorAbove: [1, 0, 0],
    tail: [1.224, 1.282],
  },
  continental_subtropical: {
    median: [-0.62, 9.19, 228_900, 205_200, 143_600],
    below: [2.66, 7.67, 100_400, 172_500, 136_400],
    above: [6.87, 15.53, 138_700, 143_700, 98_600],
    factorBelow: [1, 0, 0],
    factorAbove: [0.93, 0.31, 2],
    tail: [0.801, 2.161],
  },
  maritime_subtropical: {
    median: [1.26, 15.5, 262_600, 185_200, 99_800],
    below: [6.11, 6.65, 138_200, 242_200, 178_600],
    above: [10.08, 9.6, 165_300, 225_700, 129_700],
    factorBelow: [1, 0, 0],
    factorAbove: [1, 0, 0],
    tail: [1.38, 1.282],
  },
  desert: {
    median: [-9.21, 9.05, 84_100, 101_100, 98_600],
    below: [1.98, 13.11, 139_100, 132_700, 193_500],
    above: [3.68, 159.3, 464_400, 93_100, 94_200],
    factorBelow: [1, 0, 0],
    factorAbove: [0.93, 0.19, 1.79],
    tail: [1, 20],
  },
  continental_temperate: {
    median: [-0.62, 9.19, 228_900, 205_200, 143_600],
    below: [2.68, 7.16, 93_700, 186_800, 133_500],
    above: [4.75, 8.12, 93_200, 135_900, 113_400],
    factorBelow: [0.92, 0.25, 1.77],
    factorAbove: [0.93, 0.31, 2],
    tail: [1.224, 1.282],
  },
  maritime_temperate_over_land: {
    median: [-0.39, 2.86, 141_700, 315_900, 167_400],
    below: [6.86, 10.38, 187_800, 169_600, 108_900],
    above: [8.58, 13.97, 216_000, 152_000, 122_700],
    factorBelow: [1, 0, 0],
    factorAbove: [1, 0, 0],
    tail: [1.518, 1.282],
  },
  maritime_temperate_over_sea: {
    median: [3.15, 857.9, 2_222_000, 164_800, 116_300],
    below: [8.51, 169.8, 609_800, 119_900, 106_600],
    above: [8.43, 8.19, 136_200, 188_500, 122_900],
    factorBelow: [1, 0, 0],
    factorAbove: [1, 0, 0],
    tail: [1.518, 1.282],
  },
} as const satisfies Record<string, ClimateCurves>

export type Climate = keyof typeof CLIMATES

/** Climate names, in the order of ITM's climate codes 1 to 7. */
export const CLIMATE_NAMES = Object.keys(CLIMATES) as Climate[]
