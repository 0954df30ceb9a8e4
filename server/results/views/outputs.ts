/** Quantities of a path-loss raster, and their conversion from and to loss. */

import { eirpDbm, fieldOverPowerDb } from '../../../kernels/propagation/power.ts'

export interface Radio {
  eirpDbm: number
  /** Receiving antenna gain minus cable loss, in dBi. */
  rxGainDbi: number
  frequencyMhz: number
}

export interface LossOutput {
  unit: string
  title: string
  description: string
  /** True if a value is the loss between isotropic antennas; otherwise a value is `baseDb` minus the loss. */
  isLoss: boolean
  baseDb(radio: Radio): number
}

const lossOutputs: ReadonlyMap<string, LossOutput> = new Map(
  Object.entries({
    received_power: {
      unit: 'dBm',
      title: 'Received power',
      description: 'received power',
      isLoss: false,
      baseDb: (radio: Radio) => radio.eirpDbm + radio.rxGainDbi,
    },
    field_strength: {
      unit: 'dBµV/m',
      title: 'Field strength',
      description: 'field strength',
      isLoss: false,
      baseDb: (radio: Radio) => radio.eirpDbm + fieldOverPowerDb(radio.frequencyMhz),
    },
    path_loss: {
      unit: 'dB',
      title: 'Path loss',
      description: 'path loss between isotropic antennas',
      isLoss: true,
      baseDb: () => 0,
    },
  }),
)

export interface LossQuantity {
  output: LossOutput
  radio: Radio
}

/** Quantity of a result; `undefined` for models of visibility. */
export function lossOutputOf(params: Readonly<Record<string, unknown>>): LossQuantity | undefined {
  const output = lossOutputs.get(String(params.output))
  return output && { output, radio: radioOf(params) }
}

export function radioOf(params: Readonly<Record<string, unknown>>): Radio {
  const { erp, rx_gain_dbi = 0, rx_loss_db = 0, frequency } = params
  return {
    eirpDbm: eirpDbm(Number(erp)),
    rxGainDbi: Number(rx_gain_dbi) - Number(rx_loss_db),
    frequencyMhz: Number(frequency),
  }
}
