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

/** Every product, with what it is made by beside its subject. */
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

/** What a thread is to make, and the file it writes. */
export type ProductTask = {
  [Name in ProductName]: {
    product: Name
    options: ProductOptions[Name]
    subject: Subject
    path: string
    /** Of a map. */
    ground?: Ground
  }
}[ProductName]

/** The file is written, with so many paths that were computed for it; or the body is refused that it is made of. */
export type ProductMade = { ownPaths: number } | { refusal: Refusal }

/** What a thread begins with. */
export interface ThreadData {
  niceness: number
  /** With the rasters that its subjects name. */
  store: StoreLocation
  /** Where ground, land cover and weights are, for what the rasters do not answer. */
  ground: GroundLocation
}
