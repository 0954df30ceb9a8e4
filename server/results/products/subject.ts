import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import type { ShownLayer } from '../views/layers.ts'
import type { NetworkLayer, NetworkSiteLayer } from '../views/networks.ts'

/** A layer of a completed result, as the threads that make its products are given it. */
export interface Subject {
  id: string
  layer: ShownLayer
  /** The object of its cells in the store of rasters. */
  tif: string
  /** Of results of earlier versions: the object of the raster `class`. */
  classTif?: string
  /** Of a network: what its cells are made of, in place of `tif`. */
  network?: NetworkCells
  /** The request with its defaults. */
  params: Record<string, unknown>
  engine: { version: string; backend: string; device: string } | null
  sources: { name: string; attribution: string }[]
  completedAt: string
}

/** Where the raster of a site lies among the cells of its network. */
export interface Placement {
  /** Cells of the network from its first one to the site's, south and east; whole numbers where both align. */
  row: number
  col: number
  /** Cells of the raster in one of the network: 1 where both align. */
  rowScale: number
  colScale: number
  rows: number
  cols: number
}

export type NetworkSite = Omit<NetworkSiteLayer, 'layer'> & {
  /** The site's raster alone. */
  subject: Subject
  placement: Placement
}

/** What a layer of a network is made of. */
export interface NetworkCells {
  /** `alone`: the number of the only site that covers a cell, for sums. */
  layer: NetworkLayer | 'alone'
  geometry: RasterGeometry
  sites: readonly NetworkSite[]
}

/** The subject of a layer of a simulation whose rasters have these names. */
export function subjectOf(
  simulation: Simulated,
  layer: ShownLayer,
  nameOf: (layer: string) => string,
): Subject {
  const { id, params, engine, terrain, completed_at = '' } = simulation
  return {
    id,
    layer,
    tif: nameOf(layer.stored),
    ...(layer.erased?.hasClass && { classTif: nameOf('class') }),
    params,
    engine,
    sources: terrain?.sources ?? [],
    completedAt: completed_at,
  }
}

/** What a subject takes of a record. */
interface Simulated extends Pick<Subject, 'id' | 'params' | 'engine'> {
  terrain: Pick<Subject, 'sources'> | null
  completed_at?: string
}

/** Whom to credit for the ground. */
export function attributionOf({ sources }: Subject): string {
  const texts = [...new Set(sources.map(({ attribution }) => attribution))].filter((text) => text !== '')
  return texts.length > 0 ? texts.join('; ') : 'unknown'
}

/** The software and what the computation ran on. */
export function engineOf({ engine }: Subject): string {
  return engine === null
    ? 'radio-coverage-service'
    : `radio-coverage-service ${engine.version} (${engine.backend}, ${engine.device})`
}
