import type { Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { typographic, type Words } from './products/map/drawing.ts'
import type { ShownLayer } from './views/layers.ts'
import { lossOutputOf } from './views/outputs.ts'
import { percentOf } from './views/percent.ts'

const layerTitles: Record<string, string> = {
  visible: 'Line of sight',
  min_height: 'Height above ground from which a receiver is visible, m',
  class: 'Reception',
}
const aboveWhat: Record<string, string> = { AGL: 'above ground', AMSL: 'above sea level' }

/** The request as a report has it. */
export function wordsOf(
  { params, summary, completed_at: completedAt = '' }: Simulation,
  { name: layer, view, stated }: ShownLayer,
): Words {
  const { name, tx_lat: latDeg, tx_lon: lonDeg, frequency, erp, max_range, resolution, k_factor } = params
  const model = models.get(String(params.model))
  const optional = (fact: string, value: unknown, unit: string): [string, string][] =>
    value === undefined ? [] : [[fact, `${value} ${unit}`.trim()]]
  const place = `${position(latDeg, 'N', 'S')}, ${position(lonDeg, 'E', 'W')}`
  const facts: [string, string][] = [
    ['Model', `${params.model}${model ? `: ${model.title}` : ''}`],
    ...optional('Settings', settingsText(model, params), ''),
    ['Transmitter', place],
    ['Antenna', heightText(params.tx_height, params.tx_height_mode)],
    ...patternFacts(params.antenna),
    ['Receiver', heightText(params.rx_height, params.rx_height_mode)],
    ...optional('Receiver gain', params.rx_gain_dbi, 'dBi'),
    ...optional('Cable loss', params.rx_loss_db, 'dB'),
    ...optional('Sensitivity', view?.sensitivityDbm, 'dBm'),
    ['Frequency', `${frequency} MHz`],
    ['Power', stated ? `${stated.eirp_dbm} dBm EIRP` : `${Number(Number(erp).toPrecision(4))} W ERP`],
    ...(view?.up
      ? ([['Way back', `${view.up.eirpDbm} dBm EIRP, ${view.up.sensitivityDbm} dBm needed`]] as [
          string,
          string,
        ][])
      : []),
    ...(typeof k_factor === 'number'
      ? ([['Earth', k_factor === 0 ? 'flat' : `k = ${Number(k_factor.toFixed(3))}`]] as [string, string][])
      : []),
    ['Range', `${max_range} km, cells of ${resolution} m`],
    // The record counts in the view of the request.
    ...(stated ? [] : coveredFacts(summary)),
    ['Computed', `${completedAt.slice(0, 16).replace('T', ' ')} UTC`],
  ]
  return {
    title: String(name || `Coverage of ${place}`),
    legend: legendTitle(layer, params),
    facts: facts.map(([fact, value]) => [fact, typographic(value)]),
  }
}

/** The model's own parameters. */
function settingsText(model: Model | undefined, params: Simulation['params']): string | undefined {
  const settings = (model?.parameters ?? []).flatMap(({ name, unit }) => {
    const value = params[name]
    if (value === undefined) return []
    const words = `${name.replace(/_percent$/, '')} ${value}`.replaceAll('_', ' ')
    return [unit === null ? words : `${words} ${unit}`]
  })
  return settings.length > 0 ? settings.join(', ') : undefined
}

function legendTitle(layer: string, params: Record<string, unknown>): string {
  const { output } = lossOutputOf(params) ?? {}
  if (layer === 'value' && output) return `${output.title}, ${output.unit}`
  return layerTitles[layer] ?? layer
}

function coveredFacts(summary: Simulation['summary']): [string, string][] {
  if (!summary) return []
  const { visible, blocked, unknown, visible_km2: areaKm2, farthest_km: farthestKm } = summary
  const percent = percentOf(visible / Math.max(1, visible + blocked + unknown))
  return [
    [
      'Covered',
      `${percent} %, ${areaKm2.toFixed(areaKm2 < 100 ? 1 : 0)} km², up to ${farthestKm.toFixed(1)} km away`,
    ],
  ]
}

function position(degrees: unknown, positive: string, negative: string): string {
  const value = Number(degrees)
  return `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`
}

function heightText(heightM: unknown, mode: unknown): string {
  return `${heightM} m ${aboveWhat[String(mode)] ?? String(mode)}`
}

/** Where the antenna points and how wide it is, if the request says so. */
function patternFacts(antenna: unknown): [string, string][] {
  if (typeof antenna !== 'object' || antenna === null) return []
  const { azimuth, tilt, pattern } = antenna as Record<string, unknown>
  const { type, horizontal_beamwidth: widthDeg } = (pattern ?? {}) as Record<string, unknown>
  const parts = [
    type === undefined ? '' : String(type),
    widthDeg === undefined ? '' : `${widthDeg}° wide`,
    azimuth === undefined ? '' : `azimuth ${azimuth}°`,
    tilt === undefined ? '' : `tilt ${tilt}°`,
  ].filter((part) => part !== '')
  return parts.length > 0 ? [['Pattern', parts.join(', ')]] : []
}
