import { namesDe } from '../../../page/names/de.ts'

/** Words of the picture. English phrases are their own names; other languages have them here, by these. */

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

const de: Record<string, string> = {
  'Line of sight': 'Sichtverbindung',
  'Height above ground from which a receiver is visible, m':
    'Höhe über Grund, ab der ein Empfänger sichtbar ist, m',
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
  Pattern: 'Diagramm',
  Receiver: 'Empfänger',
  'Receiver gain': 'Empfangsgewinn',
  'Cable loss': 'Kabeldämpfung',
  Sensitivity: 'Empfindlichkeit',
  Frequency: 'Frequenz',
  Power: 'Leistung',
  'Way back': 'Rückweg',
  Directions: 'Richtungen',
  'Around the transmitter': 'Rund um den Sender',
  'Around the receivers': 'Rund um die Empfänger',
  'In buildings': 'In Gebäuden',
  Correction: 'Korrektur',
  '{eirp} dBm EIRP, {needed} dBm needed': '{eirp} dBm EIRP, {needed} dBm nötig',
  Earth: 'Erde',
  flat: 'flach',
  Range: 'Reichweite',
  '{range} km, cells of {cell} m': '{range} km, Zellen von {cell} m',
  Covered: 'Abgedeckt',
  '{percent} %, {area} km², up to {farthest} km away': '{percent} %, {area} km², bis {farthest} km weit',
  Computed: 'Berechnet',
  '{degrees}° wide': '{degrees}° breit',
  'azimuth {degrees}°': 'Richtung {degrees}°',
  'tilt {degrees}°': 'Neigung {degrees}°',
  'Simplified: a point of this map shows up to {side} × {side} cells, by means of their values.':
    'Vereinfacht: ein Punkt dieser Karte zeigt bis zu {side} × {side} Zellen, im Mittel ihrer Werte.',
  'Simplified: a point of this map shows up to {side} × {side} cells, the best of their classes: covered before blocked, that before unknown.':
    'Vereinfacht: ein Punkt dieser Karte zeigt bis zu {side} × {side} Zellen, die beste ihrer Klassen: abgedeckt vor verdeckt, dies vor unbekannt.',
  'Relief: the ground is unknown on {percent} % of this map, which is drawn plain there.':
    'Relief: auf {percent} % dieser Karte ist das Gelände unbekannt und glatt gezeichnet.',
  'Azimuthal equidistant: distances and directions are right from the transmitter. Relief exaggerated.':
    'Mittabstandstreu: Entfernungen und Richtungen stimmen vom Sender aus. Relief überhöht.',
  'Ground: {attribution}': 'Gelände: {attribution}',
  Sites: 'Standorte',
  'Network of {count} sites': 'Netz aus {count} Standorten',
  'Covered by any site': 'Von einem Standort abgedeckt',
  'Number of sites that cover': 'Zahl der abdeckenden Standorte',
  'Number of sites that know the ground': 'Zahl der Standorte, die das Gelände kennen',
  'Largest received power, dBm': 'Größte Empfangsleistung, dBm',
  'Best server': 'Bester Standort',
  'Margin above the sensitivity, dB': 'Reserve über der Empfindlichkeit, dB',
  'Azimuthal equidistant: distances and directions are right from the middle. Relief exaggerated.':
    'Mittabstandstreu: Entfernungen und Richtungen stimmen von der Mitte aus. Relief überhöht.',
  '… and {count} more': '… und {count} weitere',
}

const catalogs: Record<Language, Record<string, string>> = { en: {}, de: { ...namesDe, ...de } }

/** Ranges as legends have them, which hold numbers. */
const germanRanges: [RegExp, string][] = [
  [/^(.*), or unknown$/, '$1 oder unbekannt'],
  [/^(.*), and (\S+ dBm) on the way back$/, '$1, und $2 auf dem Rückweg'],
  [/^(.*), and than (\S+ dBm) on the way back$/, '$1, und als $2 auf dem Rückweg'],
  [/^talk-out only: (.+)$/, 'nur Talk-out: $1'],
  [/^talk-in only: (.+)$/, 'nur Talk-in: $1'],
  [/^(\S+ dBm) on the way back$/, '$1 auf dem Rückweg'],
  [/^at least (.+)$/, 'mindestens $1'],
  [/^less than (.+)$/, 'weniger als $1'],
  [/^covered by a site$/, 'von einem Standort abgedeckt'],
  [/^visible from a site$/, 'von einem Standort sichtbar'],
  [/^not covered by any site$/, 'von keinem Standort abgedeckt'],
  [/^not visible from any site$/, 'von keinem Standort sichtbar'],
  [/^below the sensitivity of every site$/, 'unter der Empfindlichkeit jedes Standorts'],
  [/^covered by 1 site$/, 'von 1 Standort abgedeckt'],
  [/^visible from 1 site$/, 'von 1 Standort sichtbar'],
  [/^known from 1 site$/, 'von 1 Standort bekannt'],
  [/^covered by (.+?) sites$/, 'von $1 Standorten abgedeckt'],
  [/^visible from (.+?) sites$/, 'von $1 Standorten sichtbar'],
  [/^known from (.+?) sites$/, 'von $1 Standorten bekannt'],
  [/^below (\S+)$/, 'unter $1'],
  [/^(\S+) and above$/, '$1 und mehr'],
  [/^(\S+) to (\S+)$/, '$1 bis $2'],
]

/** A phrase in a language, with its values; in English where that lacks it. */
export function phrase(language: Language, name: string, values: Record<string, string | number> = {}) {
  const text = catalogs[language][name] ?? name
  return text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''))
}

/** The name of a field, an option, a model or a publisher by its code in the page's names; `otherwise` in English. */
export function nameIn(language: Language, code: string, otherwise: string): string {
  return catalogs[language][code] ?? otherwise
}

/** Of a class or a range. */
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

/** Numbers as the language writes them. */
export function decimalsIn(language: Language, text: string): string {
  return language === 'de' ? text.replace(/(?<=\d)\.(?=\d)/g, ',') : text
}

/** Of north and east, and of south and west. */
export function quartersIn(language: Language) {
  return { north: 'N', south: 'S', east: language === 'de' ? 'O' : 'E', west: 'W' }
}
