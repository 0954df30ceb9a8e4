import { sayLabel } from './labels.ts'
import { language } from './words.ts'

/** Sentences of the networks, which are loaded with their view. */
const en = {
  newNetwork: 'Make a network of {count}',
  newNetworkOfBatch: 'Make a network of this batch',
  noNetworks:
    'No network yet. Select results in the list and make a network of them, or choose a file of sites.',
  siteFile: 'Choose a file of sites',
  siteFileHow:
    'A table (CSV) with the columns name, lat and lon, or GeoJSON points: each site is simulated with the radio, range and model of the form under “Coverage”.',
  computeSites: 'Compute the network of {file}',
  fileHasNoSites: '{file} has no sites: it needs columns named lat and lon, or GeoJSON points.',
  tooManySites: '{count} sites, of which a network has at most {maximum}.',
  unnamedNetwork: 'Unnamed network',
  allNetworks: 'All networks',
  sites: 'Sites',
  oneSite: '1 site',
  someSites: '{count} sites',
  aligned: 'cells taken from the nearest ones',
  pendingSites: 'Some sites are still being computed.',
  notAligned:
    'The cells of these results do not align with those of the first one{cell}. Compute them again on its lattice, or take for each of its cells the one under its center: an error of up to half a cell.',
  cell: ' ({lat}° by {lon}°)',
  alignNearest: 'Take the nearest cells',
  gaps: 'Gaps',
  gapsWhat: 'What no site covers, though its ground is known and a site is in range',
  sensitivity: 'Sensitivity',
  ofEachSite: 'of each site',
  ownSensitivity: 'Reset to that of each site',
  clickHow: 'Click on the map to read the value of a place.',
  number: 'No.',
  name: 'Name',
  covered: 'Covered',
  alone: 'Alone',
  aloneWhat: 'Alone: what no other site covers.',
  uncovered: 'Not covered',
  unknown: 'Unknown ground',
  colorOf: 'Color of {name}',
  removeSite: 'Remove {name}',
  addTicked: 'Add what is selected ({count})',
  'status: pending': 'waiting',
  'status: failed': 'failed',
  'status: missing': 'deleted or expired',
  question: 'Delete this network? Its results stay.',
  'covered by': 'covered by {count} sites',
  'covered by one': 'covered by 1 site',
  'visible from': 'visible from {count} sites',
  'visible from one': 'visible from 1 site',
  'known from': 'known from {count} sites',
  'known from one': 'known from 1 site',
  fromTo: '{from} to {to}',
}

type NetworkWord = keyof typeof en

const de: Record<NetworkWord, string> = {
  newNetwork: 'Ein Netz bilden: {count}',
  newNetworkOfBatch: 'Ein Netz aus diesem Stapel bilden',
  noNetworks:
    'Noch kein Netz. In der Liste Ergebnisse auswählen und daraus ein Netz bilden, oder eine Datei mit Standorten wählen.',
  siteFile: 'Datei mit Standorten wählen',
  siteFileHow:
    'Eine Tabelle (CSV) mit den Spalten name, lat und lon, oder GeoJSON-Punkte: jeder Standort wird mit Funkgerät, Reichweite und Modell des Formulars unter „Abdeckung“ berechnet.',
  computeSites: 'Das Netz aus {file} berechnen',
  fileHasNoSites:
    '{file} enthält keine Standorte: nötig sind Spalten mit den Namen lat und lon oder GeoJSON-Punkte.',
  tooManySites: '{count} Standorte; ein Netz hat höchstens {maximum}.',
  unnamedNetwork: 'Netz ohne Namen',
  allNetworks: 'Alle Netze',
  sites: 'Standorte',
  oneSite: '1 Standort',
  someSites: '{count} Standorte',
  aligned: 'Zellen von den nächstgelegenen übernommen',
  pendingSites: 'Einige Standorte werden noch berechnet.',
  notAligned:
    'Die Zellen dieser Ergebnisse liegen nicht auf denen des ersten{cell}. Sie auf dessen Gitter neu berechnen, oder für jede seiner Zellen die unter ihrer Mitte nehmen: ein Fehler von bis zu einer halben Zelle.',
  cell: ' ({lat}° mal {lon}°)',
  alignNearest: 'Die nächstgelegenen Zellen nehmen',
  gaps: 'Lücken',
  gapsWhat: 'Was kein Standort abdeckt, obwohl das Gelände bekannt und ein Standort in Reichweite ist',
  sensitivity: 'Empfindlichkeit',
  ofEachSite: 'je Standort',
  ownSensitivity: 'Zurück zu der jedes Standorts',
  clickHow: 'Auf die Karte klicken, um den Wert eines Orts abzulesen.',
  number: 'Nr.',
  name: 'Name',
  covered: 'Abgedeckt',
  alone: 'Allein',
  aloneWhat: 'Allein: was kein anderer Standort abdeckt.',
  uncovered: 'Nicht abgedeckt',
  unknown: 'Unbekanntes Gelände',
  colorOf: 'Farbe von {name}',
  removeSite: '{name} entfernen',
  addTicked: 'Ausgewählte hinzufügen ({count})',
  'status: pending': 'wartet',
  'status: failed': 'fehlgeschlagen',
  'status: missing': 'gelöscht oder abgelaufen',
  question: 'Dieses Netz löschen? Seine Ergebnisse bleiben.',
  'covered by': 'von {count} Standorten abgedeckt',
  'covered by one': 'von 1 Standort abgedeckt',
  'visible from': 'von {count} Standorten sichtbar',
  'visible from one': 'von 1 Standort sichtbar',
  'known from': 'von {count} Standorten bekannt',
  'known from one': 'von 1 Standort bekannt',
  fromTo: '{from} bis {to}',
}

type Catalogs<Word extends string> = { en: Record<Word, string> } & Record<string, Record<Word, string>>

/** Says sentences of catalogs by tag; a language without one has the English ones. */
export function sayerOf<Word extends string>(catalogs: Catalogs<Word>) {
  return (word: Word, values: Record<string, string | number> = {}): string =>
    (catalogs[language.value] ?? catalogs.en)[word].replace(/\{(\w+)\}/g, (_, name: string) =>
      String(values[name] ?? ''),
    )
}

export const sayNetwork = sayerOf<NetworkWord>({ en, de })

export function saySites(count: string): string {
  return count === '1' ? sayNetwork('oneSite') : sayNetwork('someSites', { count })
}

/** A label of a network's legend: how many sites there are, or what other results have too. */
export function sayNetworkLabel(label: string): string {
  const [, verb, from = '', to] =
    /^(covered by|visible from|known from) (\d+)(?: to (\d+))? sites?$/.exec(label) ?? []
  if (verb === undefined) return sayLabel(label)
  const count = to ? sayNetwork('fromTo', { from, to }) : from
  const isOne = count === '1'
  return sayNetwork((isOne ? `${verb} one` : verb) as NetworkWord, { count })
}
