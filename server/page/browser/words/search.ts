import { translatorOf } from './network.ts'
import { sayKm2 } from './units.ts'
import { figure } from './words.ts'

/** Texts for the site search, loaded together with the search view. */
const en = {
  nextSite: 'Next site',
  candidates: 'Candidates',
  'kind: summits': 'highest summits',
  'kind: file': 'places from a file',
  'kind: lattice': 'grid in an area',
  summitsWhat: 'In the network’s area, or within range of its sites.',
  noSummit: 'No summit there. Use places from a file, or a grid.',
  likeFirst: 'Each candidate uses site 1’s settings at its own position.',
  file: 'GeoJSON or CSV file',
  fileHow:
    'GeoJSON points, or a table with the columns lat, lon and optionally name. Choose it or drop it here.',
  fileHas: '{file}: {count} places',
  fileHasOne: '{file}: 1 place',
  fileHasNone: '{file} has no places: GeoJSON points, or a table with the columns lat and lon.',
  spacing: 'Spacing',
  ofArea: 'Area: {name}',
  areaOfNetwork: 'as the network',
  noArea: 'Draw an area or drop an area file first.',
  sites: 'Maximum number of sites',
  distance: 'Minimum distance',
  noDistance: 'none',
  reach: 'Must reach',
  'reach: none': 'none',
  'reach: any': 'any site',
  'reach: all': 'all sites',
  reachSome: 'sites {numbers}',
  weights: 'Objective',
  km2: 'area covered',
  people: '{count} people',
  peopleCovered: 'people covered',
  sensitivity: 'Sensitivity',
  places: '{count} candidates',
  onePlace: '1 candidate',
  search: 'Search',
  cancel: 'Cancel search',
  charged: 'Checking links between sites costs 1 credit per 1000 links begun.',
  chooseCharged: 'Select again: 1 credit per 1000 links',
  number: 'No.',
  place: 'Place',
  adds: 'Gain',
  summit: 'Summit, {height}',
  together: 'Total gain {gain} of at most {bound} possible.',
  togetherBest: 'Total gain {gain}: the best choice of this size.',
  nothing: 'No candidate adds coverage under these conditions.',
  notComputed: '{count} candidates were not computed: {detail}',
  aloneOf: '{name} adds {gain} on its own',
  notComputedOne: '{name} was not computed',
  alone: 'On its own',
  allCandidates: 'All candidates ({count})',
  someCandidates: 'Best {shown} of {count} candidates',
  onMapHow:
    'Circles on the map: the larger, the more a candidate adds on its own. Numbers: selected candidates.',
  add: 'Add to network',
  addFor: 'This calculation costs about {credits}.',
  adding: 'Computing {count}…',
  addFailed: '{count} could not be computed and were not added.',
  newSearch: 'New search',
  back: 'Back to last search',
  deleteSearch: 'Delete this search',
  question: 'Delete this search? The network is kept.',
}

type SearchWord = keyof typeof en

const de: Record<SearchWord, string> = {
  nextSite: 'Weiterer Standort',
  candidates: 'Kandidaten',
  'kind: summits': 'höchste Gipfel',
  'kind: file': 'Orte aus einer Datei',
  'kind: lattice': 'Raster in einem Gebiet',
  summitsWhat: 'Im Gebiet des Netzes oder in Reichweite seiner Standorte.',
  noSummit: 'Dort gibt es keinen Gipfel. Verwenden Sie Orte aus einer Datei oder ein Raster.',
  likeFirst: 'Für jeden Kandidaten gelten an seiner Position die Einstellungen von Standort 1.',
  file: 'GeoJSON- oder CSV-Datei',
  fileHow:
    'GeoJSON-Punkte oder eine Tabelle mit den Spalten lat, lon und optional name. Wählen oder hierher ziehen.',
  fileHas: '{file}: {count} Orte',
  fileHasOne: '{file}: 1 Ort',
  fileHasNone: '{file} enthält keine Orte: GeoJSON-Punkte oder eine Tabelle mit den Spalten lat und lon.',
  spacing: 'Rasterabstand',
  ofArea: 'Gebiet: {name}',
  areaOfNetwork: 'wie das Netz',
  noArea: 'Zeichnen Sie zuerst ein Gebiet, oder ziehen Sie eine Gebietsdatei hierher.',
  sites: 'Höchstzahl der Standorte',
  distance: 'Mindestabstand',
  noDistance: 'keiner',
  reach: 'Muss erreichen',
  'reach: none': 'keinen',
  'reach: any': 'einen beliebigen Standort',
  'reach: all': 'alle Standorte',
  reachSome: 'Standorte {numbers}',
  weights: 'Zielgröße',
  km2: 'abgedeckte Fläche',
  people: '{count} Einwohner',
  peopleCovered: 'versorgte Einwohner',
  sensitivity: 'Empfindlichkeit',
  places: '{count} Kandidaten',
  onePlace: '1 Kandidat',
  search: 'Suchen',
  cancel: 'Suche abbrechen',
  charged: 'Die Prüfung der Funkfelder zwischen Standorten kostet 1 Credit je angefangene 1000 Funkfelder.',
  chooseCharged: 'Neu auswählen: 1 Credit je 1000 Funkfelder',
  number: 'Nr.',
  place: 'Ort',
  adds: 'Zuwachs',
  summit: 'Gipfel, {height}',
  together: 'Zuwachs insgesamt {gain} von höchstens {bound}.',
  togetherBest: 'Zuwachs insgesamt {gain}: die beste Auswahl dieser Größe.',
  nothing: 'Unter diesen Bedingungen bringt kein Kandidat zusätzliche Abdeckung.',
  notComputed: '{count} Kandidaten wurden nicht berechnet: {detail}',
  aloneOf: '{name} bringt allein {gain}',
  notComputedOne: '{name} wurde nicht berechnet',
  alone: 'Allein',
  allCandidates: 'Alle Kandidaten ({count})',
  someCandidates: 'Die besten {shown} von {count} Kandidaten',
  onMapHow:
    'Kreise auf der Karte: je größer, desto mehr bringt ein Kandidat allein. Zahlen: ausgewählte Kandidaten.',
  add: 'Zum Netz hinzufügen',
  addFor: 'Diese Berechnung kostet etwa {credits}.',
  adding: '{count} werden berechnet…',
  addFailed: '{count} konnten nicht berechnet werden und wurden nicht hinzugefügt.',
  newSearch: 'Neue Suche',
  back: 'Zurück zur letzten Suche',
  deleteSearch: 'Suche löschen',
  question: 'Diese Suche löschen? Das Netz bleibt erhalten.',
}

export const saySearch = translatorOf<SearchWord>({ en, de })

/** Amount in the unit of a site selection: `km2`, or the name of a weight layer. */
export function sayGain(gain: number, unit: string): string {
  if (unit === 'km2') return sayKm2(gain)
  const count = figure(gain, gain < 10 ? 1 : 0)
  return unit === 'people' ? saySearch('people', { count }) : `${count} ${unit}`
}

export function saySummed(weights: string): string {
  if (weights === '') return saySearch('km2')
  return weights === 'people' ? saySearch('peopleCovered') : weights
}
