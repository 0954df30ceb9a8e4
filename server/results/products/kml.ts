import { geodesicFrom } from '../../../kernels/geodesy/azimuthal.ts'
import { onWhite } from '../views/styles.ts'
import { asXml } from '../views/xml.ts'
import type { Disc } from './disc.ts'
import { legendZones, type ResultSource, type SourceSite } from './source.ts'
import { attributionOf, engineOf } from './subject.ts'

export interface Box {
  north: number
  south: number
  east: number
  west: number
}

/** Ground overlay, shown while its region is `fromPx` to `toPx` wide on the screen; −1 means unlimited. */
export interface Overlay {
  href: string
  box: Box
  region: Box
  fromPx: number
  toPx: number
  order: number
}

const RING_POSITIONS = 180
const DECIMALS = 9

export function kmlOf(source: ResultSource, overlays: readonly Overlay[]): string {
  const { sites, subject } = source
  const { params } = subject
  const { stated } = subject.layer
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document>
<name>${asXml(String(params.name || subject.id))}</name>
<open>1</open>
<description>${asXml(legendHtml(source))}</description>
${[...new Set(sites.map(colorOf))].map(styleText).join('\n')}
<ExtendedData>
${dataText('id', subject.id)}
${dataText('completed_at', subject.completedAt)}
${dataText('attribution', attributionOf(subject))}
${dataText('engine', engineOf(subject))}
${dataText('params', JSON.stringify(params))}${stated ? `\n${dataText('view', JSON.stringify(stated))}` : ''}
</ExtendedData>
${sites.map(siteText).join('\n')}
<Folder>
<name>Result</name>
${overlays.map(overlayText).join('\n')}
</Folder>
</Document>
</kml>
`
}

function legendHtml(source: ResultSource): string {
  const { subject } = source
  const unit = source.unit === null ? '' : `<tr><td></td><td>${asXml(source.unit)}</td></tr>`
  const rows = legendZones(source).map(
    ({ kind, color, label }) =>
      `<tr><td bgcolor="${onWhite(color)}">&nbsp;&nbsp;&nbsp;</td><td>${asXml(label)}${kind === 'unknown' ? ' (hatched)' : ''}</td></tr>`,
  )
  const about = [
    String(subject.params.model ?? ''),
    `Terrain: ${attributionOf(subject)}`,
    engineOf(subject),
    subject.completedAt,
  ]
  const lines = about.filter((line) => line !== '').map((line) => `<p>${asXml(line)}</p>`)
  return `<table>${unit}${rows.join('')}</table>${lines.join('')}`
}

const BLACK = '#000000'

function colorOf({ color = BLACK }: SourceSite): string {
  return color
}

function styleName(color: string): string {
  return color === BLACK ? 'ring' : `ring-${color.slice(1)}`
}

/** Colors in KML are written as opacity, blue, green, red. */
function styleText(color: string): string {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(color) ?? []
  return `<Style id="${styleName(color)}"><LineStyle><color>ff${blue}${green}${red}</color><width>2</width></LineStyle></Style>`
}

function siteText(site: SourceSite): string {
  const { name, disc, params } = site
  const altitudeMode = params.tx_height_mode === 'AMSL' ? 'absolute' : 'relativeToGround'
  const transmitter = `${positionText(disc.lonDeg, disc.latDeg)},${Number(params.tx_height)}`
  const ring = `Range of ${Number(params.max_range)} km`
  return `<Placemark><name>${asXml(name || 'Transmitter')}</name><Point><altitudeMode>${altitudeMode}</altitudeMode><coordinates>${transmitter}</coordinates></Point></Placemark>
<Placemark><name>${asXml(name ? `${name}: ${ring.toLowerCase()}` : ring)}</name><styleUrl>#${styleName(colorOf(site))}</styleUrl><LineString><tessellate>1</tessellate><coordinates>${ringText(disc)}</coordinates></LineString></Placemark>`
}

function ringText(disc: Disc): string {
  const positions = Array.from({ length: RING_POSITIONS + 1 }, (_, index) => {
    const at = geodesicFrom(disc.latDeg, (360 / RING_POSITIONS) * (index % RING_POSITIONS))
    const { dLatDeg, dLonDeg } = at(disc.rangeM)
    return positionText(disc.lonDeg + dLonDeg, disc.latDeg + dLatDeg)
  })
  return positions.join(' ')
}

function positionText(lonDeg: number, latDeg: number): string {
  const inTurn = ((((lonDeg + 180) % 360) + 360) % 360) - 180
  return `${degrees(inTurn)},${degrees(latDeg)}`
}

function overlayText({ href, box, region, fromPx, toPx, order }: Overlay): string {
  return `<GroundOverlay><name>${href}</name><Region><LatLonAltBox>${sides(region)}</LatLonAltBox><Lod><minLodPixels>${fromPx}</minLodPixels><maxLodPixels>${toPx}</maxLodPixels></Lod></Region><drawOrder>${order}</drawOrder><Icon><href>${href}</href></Icon><LatLonBox>${sides(box)}</LatLonBox></GroundOverlay>`
}

function sides({ north, south, east, west }: Box): string {
  return Object.entries({ north, south, east, west })
    .map(([name, at]) => `<${name}>${degrees(at)}</${name}>`)
    .join('')
}

function degrees(value: number): number {
  return Number(value.toFixed(DECIMALS))
}

function dataText(name: string, value: string): string {
  return `<Data name="${name}"><value>${asXml(value)}</value></Data>`
}
