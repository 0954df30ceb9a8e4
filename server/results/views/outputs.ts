/** Quantities of a path-loss raster, and how a value follows from the loss and the loss from a value. */

import { eirpDbm, fieldOverPowerDb } from '../../../kernels/propagation/power.ts'

/** What turns a loss into power at the receiver. */
export interface Radio {
  eirpDbm: number
  /** Gain of the receiving antenna less the loss of its cable. */
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

/** The quantity of a raster, and the radio that it is computed with. */
export interface LossQuantity {
  output: LossOutput
  radio: Radio
}

/** That of a request; `undefined` for models of geometry. */
export function lossOutputOf(params: Readonly<Record<string, unknown>>): LossQuantity | undefined {
  const output = lossOutputs.get(String(params.output))
  return output && { output, radio: radioOf(params) }
}

/** The radio of a request with its defaults, of a simulation or a link. */
export function radioOf(params: Readonly<Record<string, unknown>>): Radio {
  const { erp, rx_gain_dbi = 0, rx_loss_db = 0, frequency } = params
  return {
    eirpDbm: eirpDbm(Number(erp)),
    rxGainDbi: Number(rx_gain_dbi) - Number(rx_loss_db),
    frequencyMhz: Number(frequency),
  }
}
