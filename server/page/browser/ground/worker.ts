/** Worker that makes contours and the mask of unknown terrain. */

import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { pixelsOf } from '../service/pixels.ts'
import { intervalM, isMain } from './intervals.ts'
import { contourLines, EXTENT, type Part } from './lines.ts'
import { GROUND_PX, type GroundSquare, groundOf, unknownOf } from './square.ts'

export interface GroundJob {
  name: string
  bytes: ArrayBuffer
  /** Zoom and part of the requested contour tile; if missing, the mask of unknown terrain is made. */
  contours?: Part & { zoom: number }
}

/** Result of a job; without content the worker failed, or all terrain is known. */
export interface GroundAnswer {
  contours?: ArrayBuffer
  unknown?: ImageBitmap
}

/** Maximum number of decoded tiles kept, about 1 MB each. */
const MAXIMUM_DECODED = 24
const decoded = new Map<string, Promise<GroundSquare>>()

self.onmessage = async ({ data: { name, bytes, contours }, ports }: MessageEvent<GroundJob>) => {
  const answer: GroundAnswer = {}
  try {
    const ground = await squareIn(name, bytes)
    if (contours) answer.contours = contoursOf(ground, contours)
    else {
      const pixels = unknownOf(ground)
      if (pixels) answer.unknown = await createImageBitmap(new ImageData(pixels, GROUND_PX))
    }
  } catch {
    // After a failure the answer has no content, and the map draws nothing.
  }
  ports[0]?.postMessage(answer, {
    transfer: [answer.contours, answer.unknown].filter((made) => made !== undefined),
  })
}

function contoursOf(ground: GroundSquare, { zoom, ...part }: Part & { zoom: number }): ArrayBuffer {
  const features = contourLines(ground, part, intervalM(zoom)).map(({ heightM, lines }) => ({
    type: 2 as const,
    geometry: lines.map((line) => line.map(([x, y]): [number, number] => [Math.round(x), Math.round(y)])),
    tags: { height: heightM, main: isMain(heightM, zoom) },
  }))
  const layers = { contours: { features } } as unknown as Parameters<typeof fromGeojsonVt>[0]
  return new Uint8Array(fromGeojsonVt(layers, { version: 2, extent: EXTENT })).buffer
}

function squareIn(name: string, bytes: ArrayBuffer): Promise<GroundSquare> {
  const known = decoded.get(name)
  if (known !== undefined) return known
  const reading = pixelsOf(bytes).then(groundOf)
  decoded.set(name, reading)
  reading.catch(() => decoded.delete(name))
  for (const oldest of decoded.keys()) {
    if (decoded.size <= MAXIMUM_DECODED) break
    decoded.delete(oldest)
  }
  return reading
}
