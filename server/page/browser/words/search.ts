import { sayerOf } from './network.ts'
import { sayKm2 } from './units.ts'
import { figure } from './words.ts'

/** Sentences of the search for further sites, which are loaded with it. */
const en = {
  nextSite: 'Next site',
  candidates: 'Candidates',
  'kind: summits': 'the highest summits',
  'kind: file': 'places of a file',
  'kind: lattice': 'a lattice in an area',
  summitsWhat: 'Of the network’s area, or within range of its sites.',
  noSummit: 'There is no summit there. Take places of a file, or a lattice.',
  likeFirst: 'Each is computed as site 1 is, at its own place.',
  file: 'GeoJSON or CSV file',
  fileHow:
    'Points of GeoJSON, or a table with the columns lat, lon and, if wanted, name. It may also be dropped here.',
  fileHas: '{file}: {count} places',
  fileHasOne: '{file}: 1 place',
  fileHasNone: 'There is no place in {file}: points of GeoJSON, or a table with the columns lat and lon.',
  spacing: 'Spacing',
  ofArea: 'Area: {name}',
  areaOfNetwork: 'the network’s',
  noArea: 'Draw an area first, or drop a file of one.',
  sites: 'Sites, at most',
  distance: 'Minimum distance',
  noDistance: 'none',
  reach: 'Has to reach',
  'reach: none': 'no one',
  'reach: any': 'any site',
  'reach: all': 'all sites',
  reachSome: 'sites {numbers}',
  weights: 'What counts',
  km2: 'area covered',
  people: '{count} people',
  peopleCovered: 'people covered',
  sensitivity: 'Sensitivity',
  places: '{count} candidates',
  onePlace: '1 candidate',
  search: 'Search',
  cancel: 'Cancel the search',
  charged: 'To say who reaches whom costs 1 credit per 1000 links begun.',
  chooseCharged: 'Choose again: 1 credit per 1000 links',
  number: 'No.',
  place: 'Place',
  adds: 'Adds',
  summit: 'Summit, {height}',
  together: 'Together {gain} of at most {bound} possible.',
  togetherBest: 'Together {gain}. No other choice of so many adds more.',
  nothing: 'Under these conditions no candidate adds anything.',
  notComputed: '{count} candidates were not computed: {detail}',
  aloneOf: '{name} adds {gain} by itself',
  notComputedOne: '{name} was not computed',
  alone: 'By itself',
  allCandidates: 'All candidates ({count})',
  someCandidates: 'The {shown} best of {count} candidates',
  onMapHow: 'Circles on the map: the larger, the more a candidate adds by itself. Numbers: those chosen.',
  add: 'Add to the network',
  addFor: 'Computing them costs about {credits}.',
  adding: 'Computing {count}…',
  addFailed: '{count} could not be computed and were not added.',
  newSearch: 'New search',
  back: 'Back to the last search',
  deleteSearch: 'Delete this search',
  question: 'Delete this search? The network stays.',
}

type SearchWord = keyof typeof en

const de: Record<SearchWord, string> = {
  nextSite: 'Nächster Standort',
  candidates: 'Kandidaten',
  'kind: summits': 'die höchsten Gipfel',
  'kind: file': 'Orte einer Datei',
  'kind: lattice': 'ein Raster in einem Gebiet',
  summitsWhat: 'Im Gebiet des Netzes oder in Reichweite seiner Standorte.',
  noSummit: 'Dort ist kein Gipfel. Orte einer Datei oder ein Raster nehmen.',
  likeFirst: 'Jeder wird wie Standort 1 berechnet, an seinem eigenen Ort.',
  file: 'GeoJSON- oder CSV-Datei',
  fileHow:
    'Punkte als GeoJSON oder eine Tabelle mit den Spalten lat, lon und, wenn gewünscht, name. Sie kann auch hierher gezogen werden.',
  fileHas: '{file}: {count} Orte',
  fileHasOne: '{file}: 1 Ort',
  fileHasNone: 'In {file} ist kein Ort: Punkte als GeoJSON oder eine Tabelle mit den Spalten lat und lon.',
  spacing: 'Abstand der Punkte',
  ofArea: 'Gebiet: {name}',
  areaOfNetwork: 'das des Netzes',
  noArea: 'Zuerst ein Gebiet zeichnen oder eine Datei mit einem hierher ziehen.',
  sites: 'Standorte, höchstens',
  distance: 'Mindestabstand',
  noDistance: 'keiner',
  reach: 'Muss erreichen',
  'reach: none': 'niemanden',
  'reach: any': 'einen Standort',
  'reach: all': 'alle Standorte',
  reachSome: 'Standorte {numbers}',
  weights: 'Was zählt',
  km2: 'abgedeckte Fläche',
  people: '{count} Menschen',
  peopleCovered: 'Menschen im Abgedeckten',
  sensitivity: 'Empfindlichkeit',
  places: '{count} Kandidaten',
  onePlace: '1 Kandidat',
  search: 'Suchen',
  cancel: 'Suche abbrechen',
  charged: 'Zu sagen, wer wen erreicht, kostet 1 Credit je angefangene 1000 Verbindungen.',
  chooseCharged: 'Neu auswählen: 1 Credit je 1000 Verbindungen',
  number: 'Nr.',
  place: 'Ort',
  adds: 'Gewinn',
  summit: 'Gipfel, {height}',
  together: 'Zusammen {gain} von höchstens {bound}.',
  togetherBest: 'Zusammen {gain}. Keine andere Auswahl von so vielen gewinnt mehr.',
  nothing: 'Unter diesen Bedingungen gewinnt kein Kandidat etwas hinzu.',
  notComputed: '{count} Kandidaten wurden nicht berechnet: {detail}',
  aloneOf: '{name} gewinnt allein {gain}',
  notComputedOne: '{name} wurde nicht berechnet',
  alone: 'Allein',
  allCandidates: 'Alle Kandidaten ({count})',
  someCandidates: 'Die {shown} besten von {count} Kandidaten',
  onMapHow:
    'Kreise auf der Karte: je größer, desto mehr gewinnt ein Kandidat allein. Zahlen: die ausgewählten.',
  add: 'Zum Netz hinzufügen',
  addFor: 'Sie zu berechnen kostet etwa {credits}.',
  adding: 'Berechnet {count}…',
  addFailed: '{count} konnten nicht berechnet werden und wurden nicht hinzugefügt.',
  newSearch: 'Neue Suche',
  back: 'Zurück zur letzten Suche',
  deleteSearch: 'Diese Suche löschen',
  question: 'Diese Suche löschen? Das Netz bleibt.',
}

export const saySearch = sayerOf<SearchWord>({ en, de })

/** An amount in the unit of a choice: `km2`, or a layer of weights. */
export function sayGain(gain: number, unit: string): string {
  if (unit === 'km2') return sayKm2(gain)
  const count = figure(gain, gain < 10 ? 1 : 0)
  return unit === 'people' ? saySearch('people', { count }) : `${count} ${unit}`
}

/** What a choice sums, as an option. */
export function saySummed(weights: string): string {
  if (weights === '') return saySearch('km2')
  return weights === 'people' ? saySearch('peopleCovered') : weights
}
