import { sayLabel } from './labels.ts'
import { language } from './words.ts'

const en = {
  newNetwork: 'Create network of {count}',
  newNetworkOfBatch: 'Create network of this batch',
  noNetworks:
    'No networks yet. Select results in the list and create a network of them, or choose a site file.',
  siteFile: 'Choose site file',
  siteFileHow:
    'A table (CSV) with the columns name, lat and lon, or GeoJSON points: each site is simulated with the radio, range and model of the form under “Coverage”.',
  computeSites: 'Compute network of {file}',
  fileHasNoSites: '{file} has no sites: columns lat and lon or GeoJSON points are required.',
  tooManySites: '{count} sites; the maximum is {maximum}.',
  unnamedNetwork: 'Unnamed network',
  allNetworks: 'All networks',
  sites: 'Sites',
  oneSite: '1 site',
  someSites: '{count} sites',
  aligned: 'nearest cells used',
  pendingSites: 'Some sites are still being computed.',
  notAligned:
    'The cells of these results do not align with those of the first one{cell}. Compute them again on its grid, or use the nearest cells: an error of up to half a cell.',
  cell: ' ({lat}° × {lon}°)',
  alignNearest: 'Use nearest cells',
  gaps: 'Gaps',
  gapsWhat: 'Cells within range and with terrain data that no site covers',
  sensitivity: 'Sensitivity',
  ofEachSite: 'of each site',
  ownSensitivity: 'Reset to each site’s own',
  clickHow: 'Click on the map to read a value.',
  number: 'No.',
  name: 'Name',
  covered: 'Covered',
  alone: 'Exclusive',
  aloneWhat: 'Exclusive: area that no other site covers.',
  uncovered: 'Not covered',
  unknown: 'No terrain data',
  colorOf: 'Color of {name}',
  removeSite: 'Remove {name}',
  addTicked: 'Add selected ({count})',
  'status: pending': 'waiting',
  'status: failed': 'failed',
  'status: missing': 'deleted or expired',
  question: 'Delete this network? Its results are kept.',
  'covered by': 'covered by {count} sites',
  'covered by one': 'covered by 1 site',
  'visible from': 'visible from {count} sites',
  'visible from one': 'visible from 1 site',
  'known from': 'terrain data on the paths to {count} sites',
  'known from one': 'terrain data on the path to 1 site',
  fromTo: '{from} to {to}',
}

type NetworkWord = keyof typeof en

const de: Record<NetworkWord, string> = {
  newNetwork: 'Netz aus {count} bilden',
  newNetworkOfBatch: 'Netz aus dieser Serie bilden',
  noNetworks:
    'Noch keine Netze. Wählen Sie Ergebnisse in der Liste aus und bilden Sie daraus ein Netz, oder wählen Sie eine Standortdatei.',
  siteFile: 'Standortdatei wählen',
  siteFileHow:
    'Eine Tabelle (CSV) mit den Spalten name, lat und lon oder GeoJSON-Punkte: Jeder Standort wird mit Funkgerät, Reichweite und Modell des Formulars unter „Abdeckung“ berechnet.',
  computeSites: 'Netz aus {file} berechnen',
  fileHasNoSites: '{file} enthält keine Standorte: Nötig sind die Spalten lat und lon oder GeoJSON-Punkte.',
  tooManySites: '{count} Standorte; erlaubt sind höchstens {maximum}.',
  unnamedNetwork: 'Unbenanntes Netz',
  allNetworks: 'Alle Netze',
  sites: 'Standorte',
  oneSite: '1 Standort',
  someSites: '{count} Standorte',
  aligned: 'nächstgelegene Zellen verwendet',
  pendingSites: 'Einige Standorte werden noch berechnet.',
  notAligned:
    'Die Zellen dieser Ergebnisse decken sich nicht mit denen des ersten{cell}. Berechnen Sie sie auf dessen Raster neu, oder verwenden Sie die nächstgelegenen Zellen: ein Fehler von bis zu einer halben Zelle.',
  cell: ' ({lat}° × {lon}°)',
  alignNearest: 'Nächstgelegene Zellen verwenden',
  gaps: 'Lücken',
  gapsWhat: 'Zellen in Reichweite und mit Geländedaten, die kein Standort abdeckt',
  sensitivity: 'Empfindlichkeit',
  ofEachSite: 'des jeweiligen Standorts',
  ownSensitivity: 'Auf die Werte der Standorte zurücksetzen',
  clickHow: 'Auf die Karte klicken, um einen Wert abzulesen.',
  number: 'Nr.',
  name: 'Name',
  covered: 'Abgedeckt',
  alone: 'Exklusiv',
  aloneWhat: 'Exklusiv: Fläche, die kein anderer Standort abdeckt.',
  uncovered: 'Nicht abgedeckt',
  unknown: 'Keine Geländedaten',
  colorOf: 'Farbe von {name}',
  removeSite: '{name} entfernen',
  addTicked: 'Ausgewählte hinzufügen ({count})',
  'status: pending': 'wartet',
  'status: failed': 'fehlgeschlagen',
  'status: missing': 'gelöscht oder abgelaufen',
  question: 'Dieses Netz löschen? Seine Ergebnisse bleiben erhalten.',
  'covered by': 'von {count} Standorten abgedeckt',
  'covered by one': 'von 1 Standort abgedeckt',
  'visible from': 'von {count} Standorten aus sichtbar',
  'visible from one': 'von 1 Standort aus sichtbar',
  'known from': 'Geländedaten auf den Pfaden zu {count} Standorten',
  'known from one': 'Geländedaten auf dem Pfad zu 1 Standort',
  fromTo: '{from} bis {to}',
}

type Catalogs<Word extends string> = { en: Record<Word, string> } & Record<string, Record<Word, string>>

/** Translator that selects a catalog by language tag; English by default. */
export function translatorOf<Word extends string>(catalogs: Catalogs<Word>) {
  return (word: Word, values: Record<string, string | number> = {}): string =>
    (catalogs[language.value] ?? catalogs.en)[word].replace(/\{(\w+)\}/g, (_, name: string) =>
      String(values[name] ?? ''),
    )
}

export const sayNetwork = translatorOf<NetworkWord>({ en, de })

export function saySites(count: string): string {
  return count === '1' ? sayNetwork('oneSite') : sayNetwork('someSites', { count })
}

/** Legend label of a network: the number of sites, or a label as for results. */
export function sayNetworkLabel(label: string): string {
  const [, verb, from = '', to] =
    /^(covered by|visible from|known from) (\d+)(?: to (\d+))? sites?$/.exec(label) ?? []
  if (verb === undefined) return sayLabel(label)
  const count = to ? sayNetwork('fromTo', { from, to }) : from
  const isOne = count === '1'
  return sayNetwork((isOne ? `${verb} one` : verb) as NetworkWord, { count })
}
