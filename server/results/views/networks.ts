import { type LayerQuery, type ShownLayer, shownLayer } from './layers.ts'
import { lossOutputOf } from './outputs.ts'
import { classZones, lossRangesOf, measureZones, stepZones, type Zone, zonesOfSites } from './styles.ts'
import { type Covered, NoLayerError, roundedDb, type View, ViewError, viewParameters } from './view.ts'

export const networkLayers = ['any', 'count', 'known', 'strongest', 'best_server', 'margin'] as const
export type NetworkLayer = (typeof networkLayers)[number]

/** Layers that show coverage and therefore need a sensitivity if values are powers. */
const layersOfCoverage: readonly NetworkLayer[] = ['any', 'count', 'margin']
const layersOfLoss: readonly NetworkLayer[] = ['strongest', 'best_server', 'margin']

export interface NetworkSiteLayer {
  id: string
  name: string
  color: string
  layer: ShownLayer
  /** Affine function for path loss: received power in dBm = `sign` · value + `offsetDb`. */
  power?: { sign: 1 | -1; offsetDb: number }
  covered?: Covered
}

/** Simulation of a site, and settings of the site in the network. */
export interface NetworkSiteView extends Pick<NetworkSiteLayer, 'id' | 'name' | 'color'> {
  params: Readonly<Record<string, unknown>>
  engineVersion: string
  /** View of the site, which has precedence over that of a query. */
  view: Pick<LayerQuery, 'eirp_dbm' | 'sensitivity_dbm'>
}

export function isLossNetwork(sites: readonly Pick<NetworkSiteView, 'params'>[]): boolean {
  return sites.some(({ params }) => lossOutputOf(params) !== undefined)
}

/** Layers of a network; the first layer is the default. */
export function layersOfNetwork(isLoss: boolean): NetworkLayer[] {
  return isLoss
    ? ['best_server', 'strongest', 'margin', 'count', 'any', 'known']
    : networkLayers.filter((name) => !layersOfLoss.includes(name))
}

/** Layer of a network as shown. Throws a NoLayerError or a ViewError. */
export function shownNetwork(views: readonly NetworkSiteView[], query: LayerQuery) {
  const isLoss = isLossNetwork(views)
  const layers = layersOfNetwork(isLoss)
  const name = (query.layer ?? layers[0]) as NetworkLayer
  if (!layers.includes(name)) throw new NoLayerError(`The network has the layers ${layers.join(', ')}.`)
  const { layer: _named, ...viewed } = query
  const given = viewParameters.find((parameter) => query[parameter] !== undefined)
  if (given && !isLoss)
    throw new ViewError(given, 'has no effect: the results are only geometry, without power')
  const sites = views.map(({ id, name, color, params, engineVersion, view }): NetworkSiteLayer => {
    const main = isLoss ? 'value' : 'visible'
    const layer = shownLayer(params, engineVersion, { ...(isLoss && { ...viewed, ...view }), layer: main })
    const covered = layer.cells?.covered
    return { id, name, color, layer, ...powerOf(params, layer.view), ...(covered && { covered }) }
  })
  const silent = sites.find(({ covered }) => covered === undefined)
  if (isLoss && silent && layersOfCoverage.includes(name)) {
    throw new NoLayerError(
      `The layer ${name} requires a sensitivity of each site: add sensitivity_dbm, as the request of ${silent.id} has no rx_sensitivity_dbm.`,
    )
  }
  return { name, sites, layer: { name, stored: name, ...displayOf(name, sites) } }
}

function powerOf(params: NetworkSiteView['params'], view: View | undefined): Pick<NetworkSiteLayer, 'power'> {
  const loss = lossOutputOf(params)
  if (loss === undefined || view === undefined) return {}
  const { output, radio } = loss
  const lossless = view.eirpDbm + radio.rxGainDbi
  return {
    power: output.isLoss
      ? { sign: -1, offsetDb: roundedDb(lossless) }
      : { sign: 1, offsetDb: roundedDb(lossless - output.baseDb(radio)) },
  }
}

function displayOf(
  name: NetworkLayer,
  sites: readonly NetworkSiteLayer[],
): Pick<ShownLayer, 'unit' | 'zones' | 'cells'> {
  const isLoss = sites.some(({ power }) => power)
  const covers = isLoss ? 'covered by' : 'visible from'
  const none = `${isLoss ? 'not covered by' : 'not visible from'} any site`
  switch (name) {
    case 'any':
      return { unit: null, zones: classZones({ 1: `${covers} a site`, 0: none }) }
    case 'count':
      return { unit: 'sites', zones: stepZones(sites.length, `${covers} {count}`, none) }
    case 'known':
      return { unit: 'sites', zones: stepZones(sites.length, 'terrain data for {count}') }
    case 'best_server':
      return { unit: null, zones: zonesOfSites(sites, none) }
    case 'margin':
      return withMinimum(measureZones(lossRangesOf('margin'), 'below the sensitivity of every site'), 'dB', 0)
    case 'strongest': {
      const needed = neededDbm(sites)
      const zones = measureZones(
        lossRangesOf('received_power', needed),
        needed === undefined ? undefined : `less than ${needed} dBm`,
      )
      return withMinimum(zones, 'dBm', needed)
    }
  }
}

function withMinimum(zones: Zone[], unit: string, minimum: number | undefined) {
  const covered = minimum === undefined ? undefined : { from: minimum, to: Number.POSITIVE_INFINITY }
  return { unit, zones, cells: { offsetDb: 0, covered } }
}

/** Common sensitivity of all sites; `undefined` if sensitivities differ or a site has a reverse direction. */
function neededDbm(sites: readonly NetworkSiteLayer[]): number | undefined {
  const [first, ...others] = sites.map(({ layer: { view } }) => (view?.up ? undefined : view?.sensitivityDbm))
  return others.every((one) => one === first) ? first : undefined
}
