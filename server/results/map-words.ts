import type { Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import type { Simulation } from '../../storage/records/types.ts'
import type { AzimuthsField } from '../requests/azimuths.ts'
import type { CorrectionField } from '../requests/correction.ts'
import type { ClutterField, IndoorField } from '../requests/ends.ts'
import { typographic, type Words } from './products/map/drawing.ts'
import { decimalsIn, type Language, nameIn, phrase, quartersIn } from './products/map/phrases.ts'
import type { ResultLayer } from './result.ts'
import type { ShownLayer } from './views/layers.ts'
import { lossOutputOf } from './views/outputs.ts'
import { percentOf } from './views/percent.ts'

const layerTitles: Record<string, string> = {
  visible: 'Line of sight',
  min_height: 'Minimum visible height above ground, m',
  class: 'Reception',
}
const heightLabels: Record<string, string> = {
  AGL: '{value} above ground',
  AMSL: '{value} above sea level',
}

/** Fact on a map; without a value it is left out. */
type Fact = [name: string, value: string | undefined]
type Translate = (name: string, values?: Record<string, string | number>) => string

export function wordsOf(simulation: Simulation, shown: ShownLayer, language: Language = 'en'): Words {
  const { params, summary, completed_at: completedAt = '' } = simulation
  const { name: layer, view, stated } = shown
  const translate: Translate = (name, values) => phrase(language, name, values)
  const { name, tx_lat: latDeg, tx_lon: lonDeg, frequency, erp, max_range, resolution, k_factor } = params
  const azimuths = params.azimuths as AzimuthsField | undefined
  const model = models.get(String(params.model))
  const { north, south, east, west } = quartersIn(language)
  const place = decimalsIn(language, `${position(latDeg, north, south)}, ${position(lonDeg, east, west)}`)
  const earth = k_factor === 0 ? translate('flat') : `k = ${Number(Number(k_factor).toFixed(3))}`
  const { up, sensitivityDbm } = view ?? {}
  const facts: Fact[] = [
    ['Model', `${params.model}${model ? `: ${nameIn(language, `model: ${model.name}`, model.title)}` : ''}`],
    ['Settings', settingsText(model, params, language)],
    ['Transmitter', place],
    ['Antenna', heightText(params.tx_height, params.tx_height_mode, translate)],
    ['Pattern', patternText(params.antenna, translate, language)],
    ['Receiver', heightText(params.rx_height, params.rx_height_mode, translate)],
    ['Receiver gain', quantityText(params.rx_gain_dbi, 'dBi')],
    ['Cable loss', quantityText(params.rx_loss_db, 'dB')],
    ['Sensitivity', quantityText(sensitivityDbm, 'dBm')],
    ...endFacts(params, language),
    ['Frequency', `${frequency} MHz`],
    ['Power', stated ? `${stated.eirp_dbm} dBm EIRP` : `${Number(Number(erp).toPrecision(4))} W ERP`],
    [
      'Talk-in',
      up &&
        translate('{eirp} dBm EIRP, sensitivity {needed} dBm', {
          eirp: up.eirpDbm,
          needed: up.sensitivityDbm,
        }),
    ],
    ['Earth', k_factor === undefined ? undefined : earth],
    [
      'Range',
      translate('{range} km, cells of {cell} m', { range: Number(max_range), cell: Number(resolution) }),
    ],
    ['Azimuths', azimuths && `${azimuths.from_deg}°–${azimuths.to_deg}°`],
    // Omitted for a view in the query: the record's counts apply only to the view of the request.
    ['Covered', stated ? undefined : coveredText(summary, translate)],
    ['Computed', `${completedAt.slice(0, 16).replace('T', ' ')} UTC`],
  ]
  return {
    title: String(name || translate('Coverage of {place}', { place })),
    legend: legendTitle(layer, params, translate),
    facts: factsIn(facts, language),
  }
}

const networkTitles: Record<string, string> = {
  any: 'Covered by any site',
  count: 'Number of covering sites',
  known: 'Number of sites with terrain data',
  strongest: 'Strongest received power, dBm',
  best_server: 'Best server',
  margin: 'Margin above sensitivity, dB',
}

export function networkWords(
  { name: layer, stated, subject }: ResultLayer,
  language: Language = 'en',
): Words {
  const translate: Translate = (name, values) => phrase(language, name, values)
  const { params, network, completedAt } = subject
  const members = network?.sites.map((site) => site.subject.params) ?? []
  const together = (name: string, unit: string) => {
    const values = [...new Set(members.map((member) => member[name]))].filter((value) => value !== undefined)
    return values.length === 0 || values.length > 4 ? undefined : `${values.join(', ')} ${unit}`.trim()
  }
  const facts: Fact[] = [
    ['Sites', String(members.length)],
    ['Model', together('model', '')],
    ['Frequency', together('frequency', 'MHz')],
    ['Sensitivity', quantityText(stated?.sensitivity_dbm, 'dBm') ?? together('rx_sensitivity_dbm', 'dBm')],
    ['Power', quantityText(stated?.eirp_dbm, 'dBm EIRP')],
    ['Range', together('max_range', 'km')],
    ['Computed', `${completedAt.slice(0, 16).replace('T', ' ')} UTC`],
  ]
  return {
    title: String(params.name || translate('Network of {count} sites', { count: members.length })),
    legend: translate(networkTitles[layer] ?? layer),
    facts: factsIn(facts, language),
  }
}

function factsIn(facts: readonly Fact[], language: Language): Words['facts'] {
  return facts.flatMap(([fact, value]): Words['facts'] =>
    value === undefined ? [] : [[phrase(language, fact), typographic(decimalsIn(language, value))]],
  )
}

function quantityText(value: unknown, unit: string): string | undefined {
  return value === undefined ? undefined : `${value} ${unit}`
}

function endFacts(params: Simulation['params'], language: Language): Fact[] {
  const option = (word: string) => nameIn(language, `option: ${word}`, word.replaceAll('_', ' '))
  const clutterText = (field: unknown) => {
    if (field === undefined) return undefined
    const { type, height_m: heightM, percent } = field as ClutterField
    const how = heightM !== undefined ? `, ${heightM} m` : percent !== undefined ? `, ${percent} %` : ''
    return `${option(type)}${how}`
  }
  const indoor = params.rx_indoor as IndoorField | undefined
  const correction = params.correction as CorrectionField | undefined
  const { offset_db: offsetDb, slope_db: slopeDb = 0 } = correction ?? {}
  const slope = slopeDb === 0 ? '' : ` ${slopeDb < 0 ? '−' : '+'} ${Math.abs(slopeDb)} dB · log10(km)`
  return [
    ['Clutter at the transmitter', clutterText(params.tx_clutter)],
    ['Clutter at the receivers', clutterText(params.rx_clutter)],
    ['In buildings', indoor && `${option(indoor.building)}, ${indoor.percent} %`],
    ['Correction', correction && `${offsetDb} dB${slope}`],
  ]
}

function settingsText(
  model: Model | undefined,
  params: Simulation['params'],
  language: Language,
): string | undefined {
  const spaced = (code: string) => code.replaceAll('_', ' ')
  const settings = (model?.parameters ?? []).flatMap(({ name, unit }) => {
    const value = params[name]
    if (value === undefined) return []
    const fact = nameIn(language, `field: ${name}`, spaced(name.replace(/_percent$/, '')))
    const words = `${fact} ${nameIn(language, `option: ${value}`, spaced(String(value)))}`
    return [unit === null ? words : `${words} ${unit}`]
  })
  return settings.length > 0 ? settings.join(', ') : undefined
}

function legendTitle(layer: string, params: Record<string, unknown>, translate: Translate): string {
  const { output } = lossOutputOf(params) ?? {}
  if (layer === 'value' && output) return `${translate(output.title)}, ${output.unit}`
  return translate(layerTitles[layer] ?? layer)
}

function coveredText(summary: Simulation['summary'], translate: Translate): string | undefined {
  if (!summary) return undefined
  const { visible, blocked, unknown, visible_km2: areaKm2, farthest_km: farthestKm } = summary
  return translate('{percent} %, {area} km², up to {farthest} km', {
    percent: percentOf(visible / Math.max(1, visible + blocked + unknown)),
    area: areaKm2.toFixed(areaKm2 < 100 ? 1 : 0),
    farthest: farthestKm.toFixed(1),
  })
}

function position(degrees: unknown, positive: string, negative: string): string {
  const value = Number(degrees)
  return `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`
}

function heightText(heightM: unknown, mode: unknown, translate: Translate): string {
  return translate(heightLabels[String(mode)] ?? `{value} ${String(mode)}`, { value: `${heightM} m` })
}

function patternText(antenna: unknown, translate: Translate, language: Language): string | undefined {
  if (typeof antenna !== 'object' || antenna === null) return undefined
  const { azimuth, tilt, pattern } = antenna as Record<string, unknown>
  const { type, horizontal_beamwidth: widthDeg } = (pattern ?? {}) as Record<string, unknown>
  const parts = [
    type === undefined ? '' : nameIn(language, `option: ${type}`, String(type)),
    widthDeg === undefined ? '' : translate('{degrees}° beamwidth', { degrees: String(widthDeg) }),
    azimuth === undefined ? '' : translate('azimuth {degrees}°', { degrees: String(azimuth) }),
    tilt === undefined ? '' : translate('downtilt {degrees}°', { degrees: String(tilt) }),
  ].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(', ') : undefined
}
