import { PATH_LOSS, type PathLossModel } from '../../model.ts'
import { freeSpaceOver } from '../../propagation/free-space.ts'
import { HATA_CITY_SIZES, HATA_ENVIRONMENTS, type HataParameters, hataLossDb } from './hata.ts'

export const hataModel: PathLossModel<HataParameters> = {
  ...PATH_LOSS,
  name: 'hata',
  title: 'Okumura-Hata, and COST 231-Hata above 1500 MHz',
  weight: 1,
  takes_k_factor: false,
  uses_profile: false,
  includes_surroundings: true,
  parameters: [
    {
      name: 'environment',
      title: 'Environment of the receivers',
      type: 'string',
      unit: null,
      default: 'urban',
      enum: Object.keys(HATA_ENVIRONMENTS),
    },
    {
      name: 'city_size',
      title: 'City size; large if buildings are on average more than 15 m high',
      type: 'string',
      unit: null,
      default: 'small_medium',
      enum: Object.keys(HATA_CITY_SIZES),
    },
  ],
  validity: [
    { parameter: 'frequency', minimum: 100, maximum: 3000, warn_below: 150, warn_above: 2000 },
    { parameter: 'max_range', minimum: 0.1, maximum: 100, warn_below: 1, warn_above: 20 },
    { parameter: 'tx_height', minimum: 5, maximum: 1000, warn_below: 30, warn_above: 200 },
    { parameter: 'rx_height', minimum: 0.5, maximum: 30, warn_below: 1, warn_above: 10 },
  ],
  source: 'Hata, IEEE Trans. Veh. Technol. VT-29 (1980); COST 231 final report (1999) 4.4.1',
  parse: ({ environment, city_size }) => ({
    environment: HATA_ENVIRONMENTS[environment as keyof typeof HATA_ENVIRONMENTS],
    citySize: HATA_CITY_SIZES[city_size as keyof typeof HATA_CITY_SIZES],
  }),
  lossOverPath(path, parameters) {
    const { distancesM, txHeightM, rxHeightM, frequencyMhz } = path
    const distanceKm = distancesM[distancesM.length - 1] / 1000
    const freeSpaceDb = freeSpaceOver(path)
    return {
      lossDb: hataLossDb(distanceKm, txHeightM, rxHeightM, frequencyMhz, parameters, freeSpaceDb),
      intermediates: { formula: frequencyMhz > 1500 ? 'cost231' : 'okumura_hata' },
    }
  },
}
