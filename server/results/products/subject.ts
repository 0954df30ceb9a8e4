import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import type { ShownLayer } from '../views/layers.ts'
import type { NetworkLayer, NetworkSiteLayer } from '../views/networks.ts'

export interface Subject {
  id: string
  layer: ShownLayer
  /** Object name of the cells in the raster store. */
  tif: string
  /** Object name of the raster `class`, in results of earlier versions. */
  classTif?: string
  /** Source of a network's cells, used instead of `tif`. */
  network?: NetworkCells
  params: Record<string, unknown>
  engine: { version: string; backend: string; device: string } | null
  sources: { name: string; attribution: string }[]
  completedAt: string
}

export interface Placement {
  /** Row and column of the site's first cell, counted in network cells; integers if aligned. */
  row: number
  col: number
  /** Raster cells per network cell; 1 if aligned. */
  rowScale: number
  colScale: number
  rows: number
  cols: number
}

export type NetworkSite = Omit<NetworkSiteLayer, 'layer'> & {
  subject: Subject
  placement: Placement
}

export interface NetworkCells {
  /** `alone`: number of the only site that covers a cell, for areas covered by exactly one site. */
  layer: NetworkLayer | 'alone'
  geometry: RasterGeometry
  sites: readonly NetworkSite[]
}

/** Subject of a simulation's layer; `nameOf` gives object names in the raster store. */
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

interface Simulated extends Pick<Subject, 'id' | 'params' | 'engine'> {
  terrain: Pick<Subject, 'sources'> | null
  completed_at?: string
}

export function attributionOf({ sources }: Subject): string {
  const texts = [...new Set(sources.map(({ attribution }) => attribution))].filter((text) => text !== '')
  return texts.length > 0 ? texts.join('; ') : 'unknown'
}

/** Version, backend and device of the computation. */
export function engineOf({ engine }: Subject): string {
  return engine === null
    ? 'radio-coverage-service'
    : `radio-coverage-service ${engine.version} (${engine.backend}, ${engine.device})`
}
