/** What a path-loss raster may hold: its unit, how it follows from the loss, and its colours; how layers are drawn. */

import { type BandLook, type FloatStyle, viridisRanges } from '../../storage/rasters/palette.ts'

export interface LossOutput {
  unit: string
  description: string
  /** Whether the transmitting antenna counts. */
  ofAntenna: boolean
  /** In dB; `eirpDbm` is the transmitter's, the gain the receiver's. */
  valueOf(lossDb: number, eirpDbm: number, frequencyMhz: number, rxGainDbi: number): number
  style: FloatStyle
}

/** Of received power above a sensitivity. */
const POWER_CLASSES = 7
const POWER_STEP_DB = 10

const SPEED_OF_LIGHT_M_S = 299_792_458
const FREE_SPACE_IMPEDANCE_OHM = 376.730_313_668

/**
 * Field strength in dBµV/m over the power in dBm that an isotropic antenna takes from it: E² = 4π·Z0·P/λ², which is
 * 77.2 + 20·log10(MHz). ITU-R P.525-4 (8), unrounded.
 */
export function fieldOverPowerDb(frequencyMhz: number): number {
  const wavelengthM = SPEED_OF_LIGHT_M_S / (1e6 * frequencyMhz)
  // −30 from dBm to dBW, 120 from volts to microvolts
  return 90 + 10 * Math.log10(4 * Math.PI * FREE_SPACE_IMPEDANCE_OHM) - 20 * Math.log10(wavelengthM)
}

export const lossOutputs: ReadonlyMap<string, LossOutput> = new Map<string, LossOutput>([
  [
    'received_power',
    {
      unit: 'dBm',
      description: 'received power',
      ofAntenna: true,
      valueOf: (lossDb, eirp, _frequencyMhz, rxGainDbi) => eirp - lossDb + rxGainDbi,
      style: viridisRanges('dBm', [-120, -110, -100, -90, -80, -70, -60]),
    },
  ],
  [
    'field_strength',
    {
      unit: 'dBµV/m',
      description: 'field strength',
      ofAntenna: true,
      valueOf: (lossDb, eirp, frequencyMhz) => eirp - lossDb + fieldOverPowerDb(frequencyMhz),
      style: viridisRanges('dBµV/m', [10, 20, 30, 40, 50, 60, 70]),
    },
  ],
  [
    'path_loss',
    {
      unit: 'dB',
      description: 'path loss between isotropic antennas',
      ofAntenna: false,
      valueOf: (lossDb) => lossDb,
      // The brightest is the strongest here too.
      style: viridisRanges('dB', [100, 110, 120, 130, 140, 150, 160], { brightestFirst: true }),
    },
  ],
])

/** How a layer is drawn, and what its colours mean. */
export function lookOf(layer: string, { output, rx_sensitivity_dbm }: Record<string, unknown>): BandLook {
  switch (layer) {
    case 'visible':
      return { kind: 'visibility' }
    case 'class': {
      const labels = {
        1: `at least ${rx_sensitivity_dbm} dBm`,
        0: `less than ${rx_sensitivity_dbm} dBm`,
      }
      return { kind: 'visibility', labels }
    }
    default: {
      const style = layer === 'value' ? styleOf(String(output), rx_sensitivity_dbm) : undefined
      return {
        kind: 'float',
        ...(style && { style }),
        ...(layer === 'value' &&
          rx_sensitivity_dbm !== undefined && { weakLabel: `less than ${rx_sensitivity_dbm} dBm` }),
      }
    }
  }
}

/** Classes of received power begin at the sensitivity, below which cells have no value. */
function styleOf(output: string, sensitivityDbm: unknown): FloatStyle | undefined {
  if (output !== 'received_power' || typeof sensitivityDbm !== 'number') return lossOutputs.get(output)?.style
  const edgesDbm = Array.from({ length: POWER_CLASSES }, (_, index) => sensitivityDbm + index * POWER_STEP_DB)
  return viridisRanges('dBm', edgesDbm, { isOpenBelow: false })
}
