import { language } from './words.ts'

/** Sentences of roads, which are loaded with their view. */
const en = {
  title: 'Roads',
  how: 'Choose a file of lines or drop it on this page, such as roads or railways as GeoJSON or KML: the result along them over distance.',
  file: 'Choose lines',
  remove: 'Remove lines',
  where: 'Open a result or a network first: lines are shown along it.',
  choice: 'Road',
  unnamed: 'Line {number}',
  coveredOf: '{percent} of {length} covered',
  lengthOf: '{length} long',
  outages: 'Outages',
  noOutages: 'Covered all along.',
  longest: 'Longest outages',
  between: '{from} to {to}',
  along: 'Along the road',
  chart: 'Along the road, by distance: {summary}',
  server: 'Best server',
  none: 'none',
  length: 'Length',
  share: 'Share',
  sensitivity: 'Sensitivity',
  'state: covered': 'covered',
  'state: level': 'without a sensitivity',
  'state: talk_out': 'talk-out only',
  'state: talk_in': 'talk-in only',
  'state: lacking': 'not covered',
  'state: unknown': 'unknown ground',
  'state: out_of_range': 'out of range',
  hover: 'Point at the drawing to see the place on the map.',
  csv: 'Table of stretches (CSV)',
  csvWhat:
    'A row for each stretch with its state, best server, values and geometry, of all lines of the file',
}

type RoadWord = keyof typeof en

const de: Record<RoadWord, string> = {
  title: 'Straßen',
  how: 'Eine Datei mit Linien wählen oder auf diese Seite ziehen, etwa Straßen oder Bahnstrecken als GeoJSON oder KML: das Ergebnis entlang der Strecke.',
  file: 'Linien wählen',
  remove: 'Linien entfernen',
  where: 'Zuerst ein Ergebnis oder ein Netz öffnen: Linien werden daran gezeigt.',
  choice: 'Straße',
  unnamed: 'Linie {number}',
  coveredOf: '{percent} von {length} abgedeckt',
  lengthOf: '{length} lang',
  outages: 'Unterbrechungen',
  noOutages: 'Durchgehend abgedeckt.',
  longest: 'Längste Unterbrechungen',
  between: '{from} bis {to}',
  along: 'Entlang der Strecke',
  chart: 'Entlang der Strecke, nach Entfernung: {summary}',
  server: 'Bester Standort',
  none: 'keiner',
  length: 'Länge',
  share: 'Anteil',
  sensitivity: 'Empfindlichkeit',
  'state: covered': 'abgedeckt',
  'state: level': 'ohne Empfindlichkeit',
  'state: talk_out': 'nur Talk-out',
  'state: talk_in': 'nur Talk-in',
  'state: lacking': 'nicht abgedeckt',
  'state: unknown': 'unbekanntes Gelände',
  'state: out_of_range': 'außer Reichweite',
  hover: 'Auf die Zeichnung zeigen, um den Ort auf der Karte zu sehen.',
  csv: 'Tabelle der Abschnitte (CSV)',
  csvWhat:
    'Eine Zeile je Abschnitt mit Zustand, bestem Standort, Werten und Geometrie, von allen Linien der Datei',
}

/** By tag; a language without them has the English ones. */
const catalogs: Record<string, Record<RoadWord, string>> = { en, de }

export function sayRoad(word: RoadWord, values: Record<string, string | number> = {}): string {
  return (catalogs[language.value] ?? en)[word].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  )
}

export function sayRoadState(state: string): string {
  const word = `state: ${state}`
  return word in en ? sayRoad(word as RoadWord) : state
}
