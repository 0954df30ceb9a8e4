/** Layers of a network of rasters that a bench or a test has made, without a service. */

import { NetworkSource } from '../../server/results/products/network-source.ts'
import { SimulationSource } from '../../server/results/products/source.ts'
import { type Placement, type Subject, subjectOf } from '../../server/results/products/subject.ts'
import type { LayerQuery } from '../../server/results/views/layers.ts'
import { type NetworkSiteView, shownNetwork } from '../../server/results/views/networks.ts'
import type { ObjectStore } from '../../storage/objects/types.ts'
import type { TileCache } from '../../storage/rasters/tile-cache.ts'
import type { RasterGeometry } from '../../storage/rasters/types.ts'

export interface MadeNetwork {
  /** The raster of a site is `<id>.tif`. */
  views: readonly NetworkSiteView[]
  geometry: RasterGeometry
  placements: readonly Placement[]
  store: ObjectStore
}

/** Layers whose sites are opened once for all of them; a cache is shared by these. */
export function networkLayersOf({ views, geometry, placements, store }: MadeNetwork, cache?: TileCache) {
  const opened = new Map<string, Promise<SimulationSource>>()
  const open = async (subject: Subject) => {
    const opening = opened.get(subject.tif) ?? SimulationSource.open(subject, store, { cache })
    opened.set(subject.tif, opening)
    return (await opening).viewedAs(subject)
  }
  return {
    /** A layer in a view. */
    layer(query: LayerQuery): NetworkSource {
      const { layer, name, sites } = shownNetwork(views, query)
      const network = {
        layer: name,
        geometry,
        sites: sites.map(({ layer: own, ...look }, index) => {
          const simulation = { id: look.id, params: views[index].params, engine: null, terrain: null }
          const subject = subjectOf(simulation, own, () => `${look.id}.tif`)
          return { ...look, subject, placement: placements[index] }
        }),
      }
      const subject: Subject = {
        id: 'net_made',
        layer,
        tif: `${views[0].id}.tif`,
        network,
        params: { name: 'made' },
        engine: null,
        sources: [{ name: 'made', attribution: 'made here' }],
        completedAt: '2026-11-21T05:16:43.375Z',
      }
      return new NetworkSource(subject, network, open)
    },
    async close(): Promise<void> {
      for (const source of opened.values()) await (await source).close()
    },
  }
}
