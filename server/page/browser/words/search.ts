import { sayKm2 } from './units.ts'
import { figure, translatorOf } from './words.ts'

/** Texts for the searches for sites and relays, loaded together with their views. */
const en = {
  nextSite: 'Next site',
  candidates: 'Candidates',
  'kind: summits': 'highest summits',
  'kind: file': 'places from a file',
  'kind: lattice': 'grid in an area',
  summitsWhat: 'Summits in the area of the network, or within range of the sites.',
  noSummit: 'No summits found. Use places from a file, or a grid.',
  likeFirst: 'Each candidate uses the settings of site 1, except for the position.',
  file: 'GeoJSON or CSV file',
  fileHow:
    'GeoJSON points, or a table with the columns lat, lon and optionally name. Choose the file or drop it here.',
  fileHas: '{file}: {count} {count|place|places}',
  fileHasNone: '{file} has no places: GeoJSON points or a table with the columns lat and lon are required.',
  spacing: 'Spacing',
  ofArea: 'Area: {name}',
  areaOfNetwork: 'area of the network',
  noArea: 'Draw an area or drop an area file first.',
  sites: 'Maximum number of sites',
  distance: 'Minimum distance',
  noDistance: 'none',
  reach: 'Link required to',
  'reach: none': 'no site',
  'reach: any': 'any site',
  'reach: all': 'all sites',
  reachSome: 'sites {numbers}',
  weights: 'Objective',
  km2: 'area covered',
  people: '{count} people',
  peopleCovered: 'people covered',
  sensitivity: 'Sensitivity',
  places: '{count} {count|candidate|candidates}',
  search: 'Search',
  cancel: 'Cancel search',
  charged: 'Checking links between sites costs 1 credit per 1000 links or part of 1000.',
  chooseCharged: 'Select again (1 credit per 1000 links)',
  place: 'Place',
  adds: 'Gain',
  summit: 'Summit, {height}',
  together: 'Total gain: {gain} (largest possible gain: {bound}).',
  togetherBest: 'Total gain: {gain}, the best selection with this number of sites.',
  nothing: 'No candidate adds coverage under these conditions.',
  notComputed: '{count} candidates were not computed: {detail}',
  aloneOf: '{name} alone adds {gain}',
  notComputedOne: '{name} was not computed',
  alone: 'Gain alone',
  noLink: 'no link or no gain',
  allCandidates: 'All candidates ({count})',
  someCandidates: 'Best {shown} of {count} candidates',
  onMapHow:
    'Circles on the map are candidates: the larger the circle, the larger the gain of the candidate alone. Numbers are selected candidates.',
  add: 'Add to network',
  addFor: 'Adding these sites costs about {credits}.',
  adding: 'Computing {count} …',
  addFailed: 'Sites that were not computed and not added: {count}.',
  newSearch: 'New search',
  back: 'Back to last search',
  findRelay: 'Find a relay site',
  findRelayFor: 'Find a relay site ({credits})',
  ground: 'Ground',
  relaysByMargin: 'Summits that reach both ends, with the margin of the link to each end; the best first.',
  relaysByFresnel:
    'Summits in sight of both ends, with the free part of the first Fresnel zone to each end; the best first.',
  noRelay: 'No summit around reaches both ends. {detail}',
  closestRelay: 'The closest:',
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
  summitsWhat: 'Gipfel im Gebiet des Netzes oder in Reichweite der Standorte.',
  noSummit: 'Keine Gipfel gefunden. Verwenden Sie Orte aus einer Datei oder ein Raster.',
  likeFirst: 'Für jeden Kandidaten gelten die Einstellungen von Standort 1, außer der Position.',
  file: 'GeoJSON- oder CSV-Datei',
  fileHow:
    'GeoJSON-Punkte oder eine Tabelle mit den Spalten lat, lon und optional name. Datei wählen oder hierher ziehen.',
  fileHas: '{file}: {count} {count|Ort|Orte}',
  fileHasNone:
    '{file} enthält keine Orte: Nötig sind GeoJSON-Punkte oder eine Tabelle mit den Spalten lat und lon.',
  spacing: 'Rasterabstand',
  ofArea: 'Gebiet: {name}',
  areaOfNetwork: 'Gebiet des Netzes',
  noArea: 'Zeichnen Sie zuerst ein Gebiet, oder ziehen Sie eine Gebietsdatei hierher.',
  sites: 'Höchstzahl der Standorte',
  distance: 'Mindestabstand',
  noDistance: 'keiner',
  reach: 'Verbindung nötig zu',
  'reach: none': 'keinem Standort',
  'reach: any': 'einem beliebigen Standort',
  'reach: all': 'allen Standorten',
  reachSome: 'Standorten {numbers}',
  weights: 'Zielgröße',
  km2: 'abgedeckte Fläche',
  people: '{count} Einwohner',
  peopleCovered: 'versorgte Einwohner',
  sensitivity: 'Empfindlichkeit',
  places: '{count} {count|Kandidat|Kandidaten}',
  search: 'Suchen',
  cancel: 'Suche abbrechen',
  charged: 'Die Prüfung der Funkfelder zwischen Standorten kostet 1 Credit je angefangene 1000 Funkfelder.',
  chooseCharged: 'Neu auswählen (1 Credit je 1000 Funkfelder)',
  place: 'Ort',
  adds: 'Zuwachs',
  summit: 'Gipfel, {height}',
  together: 'Zuwachs insgesamt: {gain} (größtmöglicher Zuwachs: {bound}).',
  togetherBest: 'Zuwachs insgesamt: {gain}, die beste Auswahl mit dieser Anzahl von Standorten.',
  nothing: 'Unter diesen Bedingungen bringt kein Kandidat zusätzliche Abdeckung.',
  notComputed: '{count} Kandidaten wurden nicht berechnet: {detail}',
  aloneOf: '{name} bringt allein {gain} Zuwachs',
  notComputedOne: '{name} wurde nicht berechnet',
  alone: 'Zuwachs allein',
  noLink: 'keine Verbindung oder kein Zuwachs',
  allCandidates: 'Alle Kandidaten ({count})',
  someCandidates: 'Die besten {shown} von {count} Kandidaten',
  onMapHow:
    'Kreise auf der Karte sind Kandidaten: je größer der Kreis, desto größer der Zuwachs durch den Kandidaten allein. Zahlen sind ausgewählte Kandidaten.',
  add: 'Zum Netz hinzufügen',
  addFor: 'Das Hinzufügen dieser Standorte kostet etwa {credits}.',
  adding: 'Wird berechnet: {count} …',
  addFailed: 'Nicht berechnete und nicht hinzugefügte Standorte: {count}.',
  newSearch: 'Neue Suche',
  back: 'Zurück zur letzten Suche',
  findRelay: 'Relaisstandort suchen',
  findRelayFor: 'Relaisstandort suchen ({credits})',
  ground: 'Gelände',
  relaysByMargin:
    'Gipfel, die beide Enden erreichen, mit der Reserve der Strecke zu jedem Ende; der beste zuerst.',
  relaysByFresnel:
    'Gipfel mit Sicht zu beiden Enden, mit dem freien Anteil der ersten Fresnelzone zu jedem Ende; der beste zuerst.',
  noRelay: 'Kein Gipfel der Umgebung erreicht beide Enden. {detail}',
  closestRelay: 'Am nächsten kommt:',
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
