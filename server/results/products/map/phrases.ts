import { namesDe } from '../../../page/names/de.ts'

/** Texts of the picture. The English phrase is the key of its translations. */

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

const de: Record<string, string> = {
  'Line of sight': 'Sichtverbindung',
  'Minimum visible height above ground, m': 'Mindesthöhe über Grund für Sicht, m',
  Reception: 'Empfang',
  'Received power': 'Empfangsleistung',
  'Field strength': 'Feldstärke',
  'Path loss': 'Pfadverlust',
  '{value} above ground': '{value} über Grund',
  '{value} above sea level': '{value} über dem Meeresspiegel',
  'Coverage of {place}': 'Abdeckung von {place}',
  Model: 'Modell',
  Settings: 'Einstellungen',
  Transmitter: 'Sender',
  Antenna: 'Antenne',
  Pattern: 'Antennendiagramm',
  Receiver: 'Empfänger',
  'Receiver gain': 'Empfangsgewinn',
  'Cable loss': 'Kabeldämpfung',
  Sensitivity: 'Empfindlichkeit',
  Frequency: 'Frequenz',
  Power: 'Sendeleistung',
  'Talk-in': 'Talk-in',
  Azimuths: 'Azimute',
  'Clutter at the transmitter': 'Clutter am Sender',
  'Clutter at the receivers': 'Clutter am Empfänger',
  'In buildings': 'In Gebäuden',
  Correction: 'Korrektur',
  '{eirp} dBm EIRP, sensitivity {needed} dBm': '{eirp} dBm EIRP, Empfindlichkeit {needed} dBm',
  Earth: 'Erde',
  flat: 'flach',
  Range: 'Reichweite',
  '{range} km, cells of {cell} m': '{range} km, Zellen von {cell} m',
  Covered: 'Abgedeckt',
  '{percent} %, {area} km², up to {farthest} km': '{percent} %, {area} km², bis {farthest} km',
  Computed: 'Berechnet',
  '{degrees}° beamwidth': '{degrees}° Halbwertsbreite',
  'azimuth {degrees}°': 'Azimut {degrees}°',
  'downtilt {degrees}°': 'Downtilt {degrees}°',
  'Simplified: each point of this map is the mean of up to {side} × {side} cells.':
    'Vereinfacht: Jeder Kartenpunkt ist der Mittelwert von bis zu {side} × {side} Zellen.',
  'Simplified: each point of this map is the best class of up to {side} × {side} cells (covered, blocked, unknown).':
    'Vereinfacht: Jeder Kartenpunkt ist die beste Klasse von bis zu {side} × {side} Zellen (abgedeckt, abgeschattet, unbekannt).',
  'Relief: no terrain data on {percent} % of this map, shown flat.':
    'Relief: keine Geländedaten auf {percent} % dieser Karte, dort eben dargestellt.',
  'Azimuthal equidistant: distances and directions are true from the transmitter. Relief exaggerated.':
    'Mittabstandstreu: Entfernungen und Richtungen vom Sender aus sind exakt. Relief überhöht.',
  'Terrain: {attribution}': 'Gelände: {attribution}',
  Sites: 'Standorte',
  'Network of {count} sites': 'Netz aus {count} Standorten',
  'Covered by any site': 'Von einem Standort abgedeckt',
  'Number of covering sites': 'Anzahl abdeckender Standorte',
  'Number of sites with terrain data': 'Anzahl der Standorte mit Geländedaten',
  'Strongest received power, dBm': 'Höchste Empfangsleistung, dBm',
  'Best server': 'Best Server',
  'Margin above sensitivity, dB': 'Reserve über der Empfindlichkeit, dB',
  'Azimuthal equidistant: distances and directions are true from the center. Relief exaggerated.':
    'Mittabstandstreu: Entfernungen und Richtungen von der Mitte aus sind exakt. Relief überhöht.',
  '… and {count} more': '… und {count} weitere',
}

const catalogs: Record<Language, Record<string, string>> = { en: {}, de: { ...namesDe, ...de } }

const germanRanges: [RegExp, string][] = [
  [/^(.*), or unknown$/, '$1 oder unbekannt'],
  [/^(.*), and (\S+ dBm) on the uplink$/, '$1, $2 (Talk-in)'],
  [/^(.*), and less than (\S+ dBm) on the uplink$/, '$1, weniger als $2 (Talk-in)'],
  [/^talk-out only: (.+)$/, 'nur Talk-out: $1'],
  [/^talk-in only: (.+)$/, 'nur Talk-in: $1'],
  [/^(\S+ dBm) on the uplink$/, '$1 (Talk-in)'],
  [/^at least (.+)$/, 'mindestens $1'],
  [/^less than (.+)$/, 'weniger als $1'],
  [/^covered by 1 site$/, 'von 1 Standort abgedeckt'],
  [/^visible from 1 site$/, 'von 1 Standort aus sichtbar'],
  [/^terrain data for 1 site$/, 'Geländedaten auf dem Pfad zu 1 Standort'],
  [/^covered by (.+?) sites$/, 'von $1 Standorten abgedeckt'],
  [/^visible from (.+?) sites$/, 'von $1 Standorten aus sichtbar'],
  [/^terrain data for (.+?) sites$/, 'Geländedaten auf den Pfaden zu $1 Standorten'],
  [/^below (\S+)$/, 'unter $1'],
  [/^(\S+) and above$/, '$1 und mehr'],
  [/^(\S+) to (\S+)$/, '$1 bis $2'],
]

/** Phrase in a language with values inserted; English if untranslated. */
export function phrase(language: Language, name: string, values: Record<string, string | number> = {}) {
  const text = catalogs[language][name] ?? name
  return text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''))
}

export function nameIn(language: Language, code: string, otherwise: string): string {
  return catalogs[language][code] ?? otherwise
}

export function labelIn(language: Language, label: string): string {
  if (language === 'en') return label
  const known = catalogs[language][`label: ${label}`]
  if (known !== undefined) return known
  for (const [form, german] of germanRanges) {
    const [whole, first = ''] = form.exec(label) ?? []
    if (whole === undefined) continue
    return decimalsIn(language, label.replace(form, german).replace(first, labelIn(language, first)))
  }
  return decimalsIn(language, label)
}

export function decimalsIn(language: Language, text: string): string {
  return language === 'de' ? text.replace(/(?<=\d)\.(?=\d)/g, ',') : text
}

export function quartersIn(language: Language) {
  return { north: 'N', south: 'S', east: language === 'de' ? 'O' : 'E', west: 'W' }
}
