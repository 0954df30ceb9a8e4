/** Quantities of a path-loss raster, and how a value follows from the loss and the loss from a value. */

import { eirpDbm, fieldOverPowerDb } from '../../../kernels/propagation/power.ts'

/** What turns a loss into power at the receiver. */
export interface Radio {
  eirpDbm: number
  rxGainDbi: number
  frequencyMhz: number
}

export interface LossOutput {
  unit: string
  title: string
  description: string
  /** A value is the loss itself, between isotropic antennas; else `baseDb` minus the loss with the transmitting antenna. */
  isLoss: boolean
  /** Value of a loss of 0 dB. */
  baseDb(radio: Radio): number
}

export const lossOutputs: ReadonlyMap<string, LossOutput> = new Map<string, LossOutput>([
  [
    'received_power',
    {
      unit: 'dBm',
      title: 'Received power',
      description: 'received power',
      isLoss: false,
      baseDb: (radio) => radio.eirpDbm + radio.rxGainDbi,
    },
  ],
  [
    'field_strength',
    {
      unit: 'dBµV/m',
      title: 'Field strength',
      description: 'field strength',
      isLoss: false,
      baseDb: (radio) => radio.eirpDbm + fieldOverPowerDb(radio.frequencyMhz),
    },
  ],
  [
    'path_loss',
    {
      unit: 'dB',
      title: 'Path loss',
      description: 'path loss between isotropic antennas',
      isLoss: true,
      baseDb: () => 0,
    },
  ],
])

/** The quantity of a request's raster and the request's radio; `undefined` for models of geometry. */
export function lossOutputOf(
  params: Readonly<Record<string, unknown>>,
): { output: LossOutput; radio: Radio } | undefined {
  const output = lossOutputs.get(String(params.output))
  if (output === undefined) return undefined
  const { erp, rx_gain_dbi = 0, frequency } = params
  return { output, radio: radioOf(Number(erp), Number(rx_gain_dbi), Number(frequency)) }
}

export function radioOf(erpW: number, rxGainDbi: number, frequencyMhz: number): Radio {
  return { eirpDbm: eirpDbm(erpW), rxGainDbi, frequencyMhz }
}
