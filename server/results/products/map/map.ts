import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { NamedPlace } from '../../../config/places.ts'
import { percentOf } from '../../views/percent.ts'
import type { Zone } from '../../views/styles.ts'
import { zoneOfKind } from '../../views/zones.ts'
import { isHatched } from '../hatching.ts'
import { legendZones, type ResultSource } from '../source.ts'
import { attributionOf, engineOf } from '../subject.ts'
import { panelZones } from './cells.ts'
import { PANEL_AT, type PlacedSite, SHEET, type Sheet, sheetSvg, type Words } from './drawing.ts'
import { frameAround, PANEL_PX, RING_PX } from './frame.ts'
import { graticuleOf, panelPosition } from './graticule.ts'
import { decimalsIn, type Language, nameIn, phrase } from './phrases.ts'
import { FLAT, type Ground, type Relief, reliefOf } from './relief.ts'

export interface MapOptions {
  words: Words
  /** Language of the texts; default: English. */
  language?: Language
  places?: readonly NamedPlace[]
}

/** Gray values of the relief in shadow and in full light; using few steps of gray halves the file size. */
const GREYS = { dark: 130, bright: 252, steps: 40 }
/** Relief contrast out of range, as a fraction of the contrast within range. */
const OUTSIDE_SHARE = 0.32
const WHITE = 255

/** Complete picture of a result: relief, zones, and a legend with the request. */
export async function makeMap(
  source: ResultSource,
  { words, language = 'en', places = [] }: MapOptions,
  path: string,
  ground: Ground | undefined,
): Promise<void> {
  const { disc, subject, zones } = source
  const frame = frameAround(disc)
  const relief = await reliefOf(frame, disc.rangeM, ground)
  const { zones: zoneOfPixel, cellsPerPixel } = await panelZones(source, frame)
  const panel = paint(relief, zoneOfPixel, zones)
  const isNetwork = subject.network !== undefined
  const sheet: Sheet = {
    words,
    zones: legendZones(source),
    ...(isNetwork && { sites: sitesOn(source) }),
    rangeM: disc.rangeM,
    azimuthDeg: isNetwork ? undefined : azimuthOf(subject.params),
    notes: notesOf(source, cellsPerPixel, relief, language),
    language,
    graticule: graticuleOf(disc),
    places: places.map(({ name, latDeg, lonDeg }) => {
      const [x, y] = panelPosition(disc, latDeg, lonDeg)
      return { name, x, y }
    }),
  }
  const { widthPx: width, heightPx: height } = SHEET
  const png = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([
      {
        input: Buffer.from(panel.buffer),
        raw: { width: PANEL_PX, height: PANEL_PX, channels: 3 },
        ...PANEL_AT,
      },
      { input: Buffer.from(sheetSvg(sheet)), left: 0, top: 0 },
    ])
    .removeAlpha()
    .png({ compressionLevel: 8 })
    .toBuffer()
  await writeFile(path, png)
}

function sitesOn({ disc, sites }: ResultSource): PlacedSite[] {
  return sites.map(({ name, color = '#000000', disc: own }) => {
    const [x, y] = panelPosition(disc, own.latDeg, own.lonDeg)
    return { name, color, x, y, radiusPx: (RING_PX * own.rangeM) / disc.rangeM }
  })
}

/** Paints the zone colors over the relief, which is pale out of range. */
function paint({ light }: Relief, zoneOfPixel: Uint8Array, zones: readonly Zone[]): Uint8Array {
  const paints = zones.map(({ color }) => [...Buffer.from(color.slice(1), 'hex')])
  const unknown = zoneOfKind(zones, 'unknown')
  const pixels = new Uint8Array(3 * zoneOfPixel.length)
  for (let at = 0; at < zoneOfPixel.length; at++) {
    const zone = zoneOfPixel[at]
    const grey = greyOf(light[at])
    const isBetween = zone === unknown && !isHatched(at % PANEL_PX, Math.floor(at / PANEL_PX))
    const paint = zone === 0 || isBetween ? undefined : paints[zone - 1]
    for (let channel = 0; channel < 3; channel++) {
      const below = zone === 0 ? WHITE - OUTSIDE_SHARE * (WHITE - grey) : grey
      const value = paint ? below + (paint[3] / 255) * (paint[channel] - below) : below
      pixels[3 * at + channel] = Math.round(value)
    }
  }
  return pixels
}

function greyOf(light: number): number {
  const { dark, bright, steps } = GREYS
  // Flat terrain is bright, so that map colors match the legend.
  const share = light < FLAT ? (0.75 * light) / FLAT : 0.75 + (0.25 * (light - FLAT)) / (1 - FLAT)
  return dark + ((bright - dark) * Math.round(steps * share)) / steps
}

function azimuthOf({ antenna }: Record<string, unknown>): number | undefined {
  const azimuth = (antenna as { azimuth?: unknown } | undefined)?.azimuth
  return typeof azimuth === 'number' ? azimuth : undefined
}

function notesOf(
  { subject, reader }: ResultSource,
  cellsPerPixel: number,
  { unknownShare }: Relief,
  language: Language,
): string[] {
  const simplified =
    reader.kind === 'float'
      ? 'Simplified: each point of this map is the mean of up to {side} × {side} cells.'
      : 'Simplified: each point of this map is the best class of up to {side} × {side} cells (covered, blocked, unknown).'
  const publisher = attributionOf(subject)
  const attribution = nameIn(language, `attribution: ${publisher}`, publisher)
  const translate = (name: string, values: Record<string, string | number> = {}) =>
    phrase(language, name, values)
  return [
    ...(cellsPerPixel > 1 ? [translate(simplified, { side: cellsPerPixel })] : []),
    ...(unknownShare > 0
      ? [
          translate('Relief: no terrain data on {percent} % of this map, shown flat.', {
            percent: decimalsIn(language, percentOf(unknownShare)),
          }),
        ]
      : []),
    translate(
      subject.network
        ? 'Azimuthal equidistant: distances and directions are true from the center. Relief exaggerated.'
        : 'Azimuthal equidistant: distances and directions are true from the transmitter. Relief exaggerated.',
    ),
    translate('Terrain: {attribution}', { attribution }),
    `${subject.id}, ${engineOf(subject)}`,
  ]
}
