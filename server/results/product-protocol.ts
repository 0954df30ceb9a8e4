import type { StoreLocation } from '../../storage/objects/types.ts'
import type { AreaOptions } from './products/bins.ts'
import type { FeaturesOptions } from './products/features.ts'
import type { GeojsonOptions } from './products/geojson.ts'
import type { MapOptions } from './products/map/map.ts'
import type { Ground } from './products/map/relief.ts'
import type { ChoiceOptions } from './products/network/choice.ts'
import type { PlaceOptions } from './products/place.ts'
import type { Subject } from './products/subject.ts'
import type { SummitsOptions } from './products/summits.ts'
import type { GroundLocation } from './products/surroundings.ts'
import type { TileOptions } from './products/tiles.ts'
import type { WeightsOptions } from './products/weights.ts'

type NoOptions = Record<string, never>

interface ProductOptions {
  geojson: GeojsonOptions
  kmz: NoOptions
  map: MapOptions
  plain: NoOptions
  tile: TileOptions
  'value-tile': TileOptions
  'bin-tile': TileOptions
  bins: AreaOptions
  'class-raster': NoOptions
  'network-raster': NoOptions
  'network-stats': Partial<WeightsOptions>
  gaps: AreaOptions
  choice: ChoiceOptions
  summits: SummitsOptions
  place: PlaceOptions
  features: FeaturesOptions
  weights: WeightsOptions
}

export type ProductName = keyof ProductOptions

/** Default of `max_bytes` for GeoJSON files. */
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

/** Outcome of a task: a written file with the number of computed paths. */
export interface ProductMade {
  pointPaths: number
}

export interface ThreadData {
  niceness: number
  /** Number of running simulations, for threads that rest meanwhile. */
  running?: Int32Array
  store: StoreLocation
  /** Terrain, land cover and weights, for values that rasters do not contain. */
  ground: GroundLocation
}
