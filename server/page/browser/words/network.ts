import { sayLabel } from './labels.ts'
import { say, translatorOf } from './words.ts'

const en = {
  newNetwork: 'Create network of {count}',
  newNetworkOfBatch: 'Create network of this batch',
  noNetworks: 'No networks yet. To create a network, select results in the list, or choose a site file.',
  siteFile: 'Choose site file',
  siteFileHow:
    'A table (CSV) with the columns name, lat and lon, or GeoJSON points: each site is simulated with the radio settings, range and model of the form under “Coverage”.',
  computeSites: 'Compute network from {file}',
  fileHasNoSites: '{file} has no sites: columns lat and lon or GeoJSON points are required.',
  tooManySites: '{count} sites; the maximum is {maximum}.',
  unnamedNetwork: 'Unnamed network',
  allNetworks: 'All networks',
  sites: 'Sites',
  someSites: '{count} {count|site|sites}',
  aligned: 'values of the nearest cells',
  pendingSites: 'Some sites are still being computed.',
  notAligned:
    'The cells of these results do not align with the cells of the first result{cell}. Compute the results again on the grid of the first result, or use the nearest cells, with an error of up to half a cell.',
  cell: ' ({lat}° × {lon}°)',
  computeAgain: 'Compute again on this grid',
  computeAgainFor: 'Compute again on this grid ({credits})',
  alignNearest: 'Use nearest cells',
  gaps: 'Gaps',
  gapsWhat: 'Cells within range that have terrain data but are not covered by any site',
  ofEachSite: 'value of each site',
  ownSensitivity: 'Reset to the values of the sites',
  clickHow: 'Click on the map to read a value.',
  number: 'No.',
  covered: 'Covered',
  alone: 'Exclusive',
  aloneWhat: 'Exclusive: area that no other site covers.',
  uncovered: 'Not covered',
  unknown: 'No terrain data',
  colorOf: 'Color of {name}',
  removeSite: 'Remove {name}',
  addTicked: 'Add selected ({count}): {names}',
  'status: pending': 'waiting',
  'status: failed': 'failed',
  'status: missing': 'deleted or expired',
  question: 'Delete this network? Its results are kept.',
  'covered by': 'covered by {count} {count|site|sites}',
  'visible from': 'visible from {count} {count|site|sites}',
  'terrain data for': 'terrain data on the {count|path|paths} to {count} {count|site|sites}',
}

type NetworkWord = keyof typeof en

const de: Record<NetworkWord, string> = {
  newNetwork: 'Netz aus {count} bilden',
  newNetworkOfBatch: 'Netz aus dieser Serie bilden',
  noNetworks:
    'Noch keine Netze. Um ein Netz zu bilden, wählen Sie Ergebnisse in der Liste aus, oder wählen Sie eine Standortdatei.',
  siteFile: 'Standortdatei wählen',
  siteFileHow:
    'Eine Tabelle (CSV) mit den Spalten name, lat und lon oder GeoJSON-Punkte: Jeder Standort wird mit Funkparametern, Reichweite und Modell des Formulars unter „Abdeckung“ berechnet.',
  computeSites: 'Netz aus {file} berechnen',
  fileHasNoSites: '{file} enthält keine Standorte: Nötig sind die Spalten lat und lon oder GeoJSON-Punkte.',
  tooManySites: '{count} Standorte; erlaubt sind höchstens {maximum}.',
  unnamedNetwork: 'Unbenanntes Netz',
  allNetworks: 'Alle Netze',
  sites: 'Standorte',
  someSites: '{count} {count|Standort|Standorte}',
  aligned: 'Werte der nächstgelegenen Zellen',
  pendingSites: 'Einige Standorte werden noch berechnet.',
  notAligned:
    'Die Zellen dieser Ergebnisse decken sich nicht mit den Zellen des ersten Ergebnisses{cell}. Berechnen Sie die Ergebnisse auf dem Raster des ersten Ergebnisses neu, oder verwenden Sie die nächstgelegenen Zellen mit einem Fehler von bis zu einer halben Zelle.',
  cell: ' ({lat}° × {lon}°)',
  computeAgain: 'Auf diesem Raster neu berechnen',
  computeAgainFor: 'Auf diesem Raster neu berechnen ({credits})',
  alignNearest: 'Nächstgelegene Zellen verwenden',
  gaps: 'Lücken',
  gapsWhat: 'Zellen in Reichweite, die Geländedaten haben, aber von keinem Standort abgedeckt sind',
  ofEachSite: 'Wert des jeweiligen Standorts',
  ownSensitivity: 'Auf die Werte der Standorte zurücksetzen',
  clickHow: 'Auf die Karte klicken, um einen Wert abzulesen.',
  number: 'Nr.',
  covered: 'Abgedeckt',
  alone: 'Exklusiv',
  aloneWhat: 'Exklusiv: Fläche, die kein anderer Standort abdeckt.',
  uncovered: 'Nicht abgedeckt',
  unknown: 'Keine Geländedaten',
  colorOf: 'Farbe von {name}',
  removeSite: '{name} entfernen',
  addTicked: 'Hinzufügen ({count}): {names}',
  'status: pending': 'wartet',
  'status: failed': 'fehlgeschlagen',
  'status: missing': 'gelöscht oder abgelaufen',
  question: 'Dieses Netz löschen? Seine Ergebnisse bleiben erhalten.',
  'covered by': 'von {count} {count|Standort|Standorten} abgedeckt',
  'visible from': 'von {count} {count|Standort|Standorten} aus sichtbar',
  'terrain data for': 'Geländedaten auf {count|dem Pfad|den Pfaden} zu {count} {count|Standort|Standorten}',
}

export const sayNetwork = translatorOf<NetworkWord>({ en, de })

export function saySites(count: string): string {
  return sayNetwork('someSites', { count })
}

/** Legend label of a network: the number of sites, or a label as for results. */
export function sayNetworkLabel(label: string): string {
  const [, verb, from = '', to] =
    /^(covered by|visible from|terrain data for) (\d+)(?: to (\d+))? sites?$/.exec(label) ?? []
  if (verb === undefined) return sayLabel(label)
  const count = to ? say('fromTo', { from, to }) : from
  return sayNetwork(verb as NetworkWord, { count })
}
