/** The KMZ of a finished layer without a simulation, unpacked. */

import { join } from 'node:path'
import type { Test } from 'tap'
import { openPromise } from 'yauzl'
import { makeKmz } from '../../server/results/products/kmz.ts'
import { type MadeResult, madeResult } from './made-results.ts'

interface Box {
  north: number
  south: number
  east: number
  west: number
}

export interface Shown {
  box: Box
  region: Box
  fromPx: number
  toPx: number
  href: string
}

async function unpacked(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}

function boxIn(xml: string, element: string): Box {
  const inner = new RegExp(`<${element}>(.*?)</${element}>`).exec(xml)?.[1] ?? ''
  const side = (name: string) => Number(new RegExp(`<${name}>(.*?)</${name}>`).exec(inner)?.[1])
  return { north: side('north'), south: side('south'), east: side('east'), west: side('west') }
}

export async function madeKmz(t: Test, options: MadeResult) {
  const result = await madeResult(t, options)
  const path = join(t.testdirName, 'made.kmz')
  await makeKmz(result.source, {}, path)
  const files = await unpacked(path)
  const kml = String(files.get('doc.kml'))
  const shown = [...kml.matchAll(/<GroundOverlay>.*?<\/GroundOverlay>/g)].map(
    ([xml]): Shown => ({
      box: boxIn(xml, 'LatLonBox'),
      region: boxIn(xml, 'LatLonAltBox'),
      fromPx: Number(/<minLodPixels>(.*?)</.exec(xml)?.[1]),
      toPx: Number(/<maxLodPixels>(.*?)</.exec(xml)?.[1]),
      href: /<Icon><href>(.*?)</.exec(xml)?.[1] ?? '',
    }),
  )
  return { result, files, kml, shown }
}

/** Patches of both classes, and an unknown spot. */
export const patchesOfClasses = (eastM: number, northM: number) =>
  Math.hypot(eastM - 3000, northM + 2500) < 1500
    ? 255
    : Math.sin(eastM / 900) * Math.cos(northM / 700) > 0
      ? 1
      : 0
