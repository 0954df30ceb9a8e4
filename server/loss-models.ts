/** From the fields of a request to what the kernels of its model are told. */

import { itmParameters } from '../kernels/models/itm/model.ts'
import type { LossModel } from '../kernels/profiles/raster.ts'
import type { ProfileModel } from '../kernels/profiles/terms.ts'
import { locationDeviationDb } from '../kernels/models/p1812/combine.ts'

type Fields = Record<string, unknown>

/** The model of a request whose defaults are filled in. */
export function lossModel(params: Fields): LossModel {
  const polarization = params.polarization as 'horizontal' | 'vertical'
  const name = params.model
  switch (name) {
    case 'free_space':
    case 'two_ray':
      return { name }
    case 'hata': {
      const { environment, city_size } = params
      return { name, environment, citySize: city_size } as ProfileModel & { name: 'hata' }
    }
    case 'p526':
      return {
        name,
        polarization,
        permittivity: params.ground_permittivity as number,
        conductivity: params.ground_conductivity as number,
      }
    case 'itm':
      return { name, ...itmParameters(params) }
    case 'p1812':
      return p1812Model(params, polarization)
    default:
      throw new Error(`Expected a path-loss model, got ${name}`)
  }
}

function p1812Model(params: Fields, polarization: 'horizontal' | 'vertical'): LossModel {
  const clutterM = params.clutter_height as number
  const followsGround = params.rx_height_mode === 'AGL'
  return {
    name: 'p1812',
    polarization,
    timePercent: params.time_percent as number,
    locationPercent: params.location_percent as number,
    // A receiver above sea level is asked for the median alone.
    locationDeviationDb: followsGround
      ? locationDeviationDb(
          (params.frequency as number) / 1000,
          params.resolution as number,
          params.rx_height as number,
          clutterM,
        )
      : 0,
    refractivityLapse: params.refractivity_lapse as number,
    seaLevelRefractivity: params.sea_level_refractivity as number,
    clutterM,
    zone: params.zone as (ProfileModel & { name: 'p1812' })['zone'],
  }
}
