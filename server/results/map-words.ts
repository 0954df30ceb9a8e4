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

type Translate = (name: string, values?: Record<string, string | number>) => string

export function wordsOf(simulation: Simulation, shown: ShownLayer, language: Language = 'en'): Words {
  const { params, summary, completed_at: completedAt = '' } = simulation
  const { name: layer, view, stated } = shown
  const translate: Translate = (name, values) => phrase(language, name, values)
  const { name, tx_lat: latDeg, tx_lon: lonDeg, frequency, erp, max_range, resolution, k_factor } = params
  const azimuths = params.azimuths as AzimuthsField | undefined
  const model = models.get(String(params.model))
  const optional = (fact: string, value: unknown, unit: string): [string, string][] =>
    value === undefined ? [] : [[fact, `${value} ${unit}`.trim()]]
  const { north, south, east, west } = quartersIn(language)
  const place = decimalsIn(language, `${position(latDeg, north, south)}, ${position(lonDeg, east, west)}`)
  const facts: [string, string][] = [
    ['Model', `${params.model}${model ? `: ${nameIn(language, `model: ${model.name}`, model.title)}` : ''}`],
    ...optional('Settings', settingsText(model, params, language), ''),
    ['Transmitter', place],
    ['Antenna', heightText(params.tx_height, params.tx_height_mode, translate)],
    ...patternFacts(params.antenna, translate, language),
    ['Receiver', heightText(params.rx_height, params.rx_height_mode, translate)],
    ...optional('Receiver gain', params.rx_gain_dbi, 'dBi'),
    ...optional('Cable loss', params.rx_loss_db, 'dB'),
    ...optional('Sensitivity', view?.sensitivityDbm, 'dBm'),
    ...endFacts(params, language),
    ['Frequency', `${frequency} MHz`],
    ['Power', stated ? `${stated.eirp_dbm} dBm EIRP` : `${Number(Number(erp).toPrecision(4))} W ERP`],
    ...(view?.up
      ? ([
          [
            'Talk-in',
            translate('{eirp} dBm EIRP, sensitivity {needed} dBm', {
              eirp: view.up.eirpDbm,
              needed: view.up.sensitivityDbm,
            }),
          ],
        ] as [string, string][])
      : []),
    ...(typeof k_factor === 'number'
      ? ([['Earth', k_factor === 0 ? translate('flat') : `k = ${Number(k_factor.toFixed(3))}`]] as [
          string,
          string,
        ][])
      : []),
    [
      'Range',
      translate('{range} km, cells of {cell} m', { range: Number(max_range), cell: Number(resolution) }),
    ],
    ...(azimuths ? ([['Azimuths', `${azimuths.from_deg}°–${azimuths.to_deg}°`]] as [string, string][]) : []),
    // Omitted for a view in the query: the record's counts apply only to the view of the request.
    ...(stated ? [] : coveredFacts(summary, translate)),
    ['Computed', `${completedAt.slice(0, 16).replace('T', ' ')} UTC`],
  ]
  return {
    title: String(name || translate('Coverage of {place}', { place })),
    legend: legendTitle(layer, params, translate),
    facts: facts.map(([fact, value]) => [translate(fact), typographic(decimalsIn(language, value))]),
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
  const valuesOf = (name: string) => [...new Set(members.map((member) => member[name]))]
  const together = (fact: string, name: string, unit: string): [string, string][] => {
    const values = valuesOf(name).filter((value) => value !== undefined)
    return values.length === 0 || values.length > 4 ? [] : [[fact, `${values.join(', ')} ${unit}`.trim()]]
  }
  const facts: [string, string][] = [
    ['Sites', String(members.length)],
    ...together('Model', 'model', ''),
    ...together('Frequency', 'frequency', 'MHz'),
    ...(stated?.sensitivity_dbm === undefined
      ? together('Sensitivity', 'rx_sensitivity_dbm', 'dBm')
      : ([['Sensitivity', `${stated.sensitivity_dbm} dBm`]] as [string, string][])),
    ...(stated?.eirp_dbm === undefined
      ? []
      : ([['Power', `${stated.eirp_dbm} dBm EIRP`]] as [string, string][])),
    ...together('Range', 'max_range', 'km'),
    ['Computed', `${completedAt.slice(0, 16).replace('T', ' ')} UTC`],
  ]
  return {
    title: String(params.name || translate('Network of {count} sites', { count: members.length })),
    legend: translate(networkTitles[layer] ?? layer),
    facts: facts.map(([fact, value]) => [translate(fact), typographic(decimalsIn(language, value))]),
  }
}

function endFacts(params: Simulation['params'], language: Language): [string, string][] {
  const option = (word: string) => nameIn(language, `option: ${word}`, word.replaceAll('_', ' '))
  const facts: [string, string][] = []
  for (const [fact, name] of [
    ['Clutter at the transmitter', 'tx_clutter'],
    ['Clutter at the receivers', 'rx_clutter'],
  ]) {
    const clutter = params[name] as ClutterField | undefined
    if (clutter === undefined) continue
    const { type, height_m: heightM, percent } = clutter
    const how = heightM !== undefined ? `, ${heightM} m` : percent !== undefined ? `, ${percent} %` : ''
    facts.push([fact, `${option(type)}${how}`])
  }
  const indoor = params.rx_indoor as IndoorField | undefined
  if (indoor) facts.push(['In buildings', `${option(indoor.building)}, ${indoor.percent} %`])
  const correction = params.correction as CorrectionField | undefined
  if (correction) {
    const { offset_db: offsetDb, slope_db: slopeDb = 0 } = correction
    facts.push([
      'Correction',
      slopeDb === 0
        ? `${offsetDb} dB`
        : `${offsetDb} dB ${slopeDb < 0 ? '−' : '+'} ${Math.abs(slopeDb)} dB · log10(km)`,
    ])
  }
  return facts
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

function coveredFacts(summary: Simulation['summary'], translate: Translate): [string, string][] {
  if (!summary) return []
  const { visible, blocked, unknown, visible_km2: areaKm2, farthest_km: farthestKm } = summary
  const percent = percentOf(visible / Math.max(1, visible + blocked + unknown))
  return [
    [
      'Covered',
      translate('{percent} %, {area} km², up to {farthest} km', {
        percent,
        area: areaKm2.toFixed(areaKm2 < 100 ? 1 : 0),
        farthest: farthestKm.toFixed(1),
      }),
    ],
  ]
}

function position(degrees: unknown, positive: string, negative: string): string {
  const value = Number(degrees)
  return `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`
}

function heightText(heightM: unknown, mode: unknown, translate: Translate): string {
  return translate(heightLabels[String(mode)] ?? `{value} ${String(mode)}`, { value: `${heightM} m` })
}

function patternFacts(antenna: unknown, translate: Translate, language: Language): [string, string][] {
  if (typeof antenna !== 'object' || antenna === null) return []
  const { azimuth, tilt, pattern } = antenna as Record<string, unknown>
  const { type, horizontal_beamwidth: widthDeg } = (pattern ?? {}) as Record<string, unknown>
  const parts = [
    type === undefined ? '' : nameIn(language, `option: ${type}`, String(type)),
    widthDeg === undefined ? '' : translate('{degrees}° beamwidth', { degrees: String(widthDeg) }),
    azimuth === undefined ? '' : translate('azimuth {degrees}°', { degrees: String(azimuth) }),
    tilt === undefined ? '' : translate('downtilt {degrees}°', { degrees: String(tilt) }),
  ].filter((part) => part !== '')
  return parts.length > 0 ? [['Pattern', parts.join(', ')]] : []
}
