import { readArea } from '../../../requests/places.ts'
import type { WeightLayer } from '../../../weights/weight-sources.ts'
import { rounded, zoneWeights } from '../../views/zones.ts'
import type { NetworkSource } from '../network-source.ts'
import { areaOf } from '../polygons.ts'
import type { ResultSource } from '../source.ts'
import { weighZones } from '../weights.ts'

interface WeightSums {
  weight: object
  sites: { covered: number; alone: number }[] | undefined
}

/** Sums of weights by layer name; sums per site only if the coverage is known. */
export async function weightsOf(
  source: NetworkSource,
  layers: readonly WeightLayer[],
  { area, isCoverageKnown }: { area: Uint8Array | undefined; isCoverageKnown: boolean },
): Promise<Map<string, WeightSums>> {
  const polygons = area && readArea(area)
  const sumsOver = async (of: ResultSource, layer: WeightLayer) => {
    const [sums] = await weighZones(of, polygons && [areaOf(polygons, of.geometry)], layer)
    return sums
  }
  const found = new Map<string, WeightSums>()
  for (const layer of layers) {
    const { name, attribution } = layer
    const weight = { ...zoneWeights(source.zones, await sumsOver(source, layer)), attribution }
    found.set(name, {
      weight,
      sites: isCoverageKnown ? await bySite(source, (of) => sumsOver(of, layer)) : undefined,
    })
  }
  return found
}

async function bySite(source: NetworkSource, sumsOver: (of: ResultSource) => Promise<Float64Array>) {
  const alone = await sumsOver(source.exclusiveSource())
  const sites: { covered: number; alone: number }[] = []
  for (const [index, site] of source.network.sites.entries()) {
    const own = await source.siteSource(site)
    const sums = await sumsOver(own)
    const covered = own.zones.reduce((sum, { kind }, zone) => sum + (kind === 'covered' ? sums[zone] : 0), 0)
    sites.push({ covered: rounded(covered), alone: rounded(alone[index]) })
  }
  return sites
}
