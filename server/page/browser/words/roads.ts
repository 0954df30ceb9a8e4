import { translatorOf } from './words.ts'

/** Texts for roads, loaded together with the roads view. */
const en = {
  title: 'Roads',
  how: 'Choose a GeoJSON or KML file of lines, such as roads or railways, or drop the file on this page. The result is then shown along the lines, by distance.',
  file: 'Choose lines',
  remove: 'Remove lines',
  where: 'To see coverage along the lines, first open a result or a network.',
  choice: 'Line',
  unnamed: 'Line {number}',
  coveredOf: '{percent} of {length} covered',
  lengthOf: 'length {length}',
  outages: 'Coverage gaps',
  noOutages: 'The whole line is covered.',
  longest: 'Longest coverage gaps',
  chart: 'Along the line, by distance: {summary}',
  server: 'Best server',
  none: 'none',
  length: 'Length',
  share: 'Share',
  'state: covered': 'covered',
  'state: level': 'no sensitivity set',
  'state: talk_out': 'talk-out only',
  'state: talk_in': 'talk-in only',
  'state: lacking': 'not covered',
  'state: unknown': 'no terrain data',
  'state: out_of_range': 'out of range',
  hover: 'Point at the chart to see the place on the map.',
  csv: 'Segment table (CSV)',
  csvWhat: 'One row per segment with state, best server, values and geometry, for all lines of the file',
}

type RoadWord = keyof typeof en

const de: Record<RoadWord, string> = {
  title: 'Strecken',
  how: 'Wählen Sie eine GeoJSON- oder KML-Datei mit Linien, etwa Straßen oder Bahnstrecken, oder ziehen Sie die Datei auf diese Seite. Das Ergebnis wird dann entlang der Linien dargestellt, nach Entfernung.',
  file: 'Linien wählen',
  remove: 'Linien entfernen',
  where: 'Um die Abdeckung entlang der Linien zu sehen, öffnen Sie zuerst ein Ergebnis oder ein Netz.',
  choice: 'Linie',
  unnamed: 'Linie {number}',
  coveredOf: '{percent} von {length} abgedeckt',
  lengthOf: 'Länge {length}',
  outages: 'Versorgungslücken',
  noOutages: 'Die ganze Linie ist abgedeckt.',
  longest: 'Längste Versorgungslücken',
  chart: 'Entlang der Strecke, nach Entfernung: {summary}',
  server: 'Best Server',
  none: 'keiner',
  length: 'Länge',
  share: 'Anteil',
  'state: covered': 'abgedeckt',
  'state: level': 'keine Empfindlichkeit eingestellt',
  'state: talk_out': 'nur Talk-out',
  'state: talk_in': 'nur Talk-in',
  'state: lacking': 'nicht abgedeckt',
  'state: unknown': 'keine Geländedaten',
  'state: out_of_range': 'außer Reichweite',
  hover: 'Zeigen Sie auf das Diagramm, um den Ort auf der Karte zu sehen.',
  csv: 'Abschnittstabelle (CSV)',
  csvWhat:
    'Eine Zeile je Abschnitt mit Zustand, Best Server, Werten und Geometrie; enthält alle Linien der Datei',
}

export const sayRoad = translatorOf<RoadWord>({ en, de })

export function sayRoadState(state: string): string {
  const word = `state: ${state}`
  return word in en ? sayRoad(word as RoadWord) : state
}
