import type { StoreLocation } from '../../../storage/objects/types.ts'
import type { Refusal } from '../../requests/places.ts'
import type { BinsOptions } from './bins.ts'
import type { ChoiceOptions } from './choice.ts'
import type { ClassRasterOptions } from './class-raster.ts'
import type { FeaturesOptions } from './features.ts'
import type { GeojsonOptions } from './geojson.ts'
import type { KmzOptions } from './kmz.ts'
import type { MapOptions } from './map/map.ts'
import type { Ground } from './map/relief.ts'
import type { GapsOptions } from './network/gaps.ts'
import type { NetworkRasterOptions } from './network/raster.ts'
import type { NetworkStatsOptions } from './network/stats.ts'
import type { PlaceOptions } from './place.ts'
import type { PlainOptions } from './plain.ts'
import type { Subject } from './subject.ts'
import type { SummitsOptions } from './summits.ts'
import type { GroundLocation } from './surroundings.ts'
import type { TileOptions } from './tiles.ts'
import type { WeightsOptions } from './weights.ts'

export interface ProductOptions {
  geojson: GeojsonOptions
  kmz: KmzOptions
  map: MapOptions
  plain: PlainOptions
  tile: TileOptions
  'value-tile': TileOptions
  'bin-tile': TileOptions
  bins: BinsOptions
  'class-raster': ClassRasterOptions
  'network-raster': NetworkRasterOptions
  'network-stats': NetworkStatsOptions
  gaps: GapsOptions
  choice: ChoiceOptions
  summits: SummitsOptions
  place: PlaceOptions
  features: FeaturesOptions
  weights: WeightsOptions
}

export type ProductName = keyof ProductOptions

/** Default of `max_bytes` of GeoJSON files. */
export const USUAL_GEOJSON_BYTES = 10_000_000

export type ProductTask = {
  [Name in ProductName]: {
    product: Name
    options: ProductOptions[Name]
    subject: Subject
    path: string
    ground?: Ground
  }
}[ProductName]

/** The file is written, with this many computed paths; or the body is refused. */
export type ProductMade = { pointPaths: number } | { refusal: Refusal }

export interface ThreadData {
  niceness: number
  store: StoreLocation
  /** Terrain, land cover and weights, for values that rasters do not have. */
  ground: GroundLocation
}
