import t from 'tap'
import { geodesicFrom } from '../../kernels/geodesy/azimuthal.ts'
import { groundOf } from '../../server/results/map-ground.ts'
import type { TileRequest } from '../../storage/terrain/relief/maker.ts'
import { gapsPicture } from '../../storage/terrain/relief/picture.ts'
import type { Relief } from '../../storage/terrain/relief/relief.ts'
import { latitudeAt, longitudeAt } from '../../storage/terrain/relief/tile-grid.ts'
import { drawn, isCovered, middlePx, pixelOf, ringPx } from '../helpers/made-map.ts'

// The finished picture, read as a map is: a place is found by its direction and its distance from the transmitter.

t.test('the circle is where the range ends; beyond it all is pale', async (t) => {
  const { made, at } = await drawn(t, { cellM: 25, cell: () => 1 })
  const { disc } = made.source
  for (let azimuthDeg = 0; azimuthDeg < 360; azimuthDeg += 7) {
    // Where the label of the circle and the arrow stand.
    const place = (distanceM: number) => {
      const { dLatDeg, dLonDeg } = geodesicFrom(disc.latDeg, azimuthDeg)(distanceM)
      return pixelOf(made, disc.latDeg + dLatDeg, disc.lonDeg + dLonDeg)
    }
    // A meridian or parallel, which is a pixel wide, may run through one of them.
    const around = (distanceM: number) => {
      const [x, y] = place(distanceM)
      return [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => at(x + dx, y + dy)))
    }
    t.ok(
      around(disc.rangeM).some(([red]) => red < 60),
      `the line, at ${azimuthDeg}°`,
    )
    t.ok(around(0.97 * disc.rangeM).some(isCovered), `inside, at ${azimuthDeg}°`)
    if (Math.abs(azimuthDeg - 180) > 10)
      t.ok(
        around(1.03 * disc.rangeM).some(([red]) => red > 235),
        `beyond, at ${azimuthDeg}°`,
      )
  }
  t.match(at(middlePx, middlePx), [200, 16, 46], 'the mast')
})

t.test('a large result keeps every visible cell that stands alone', async (t) => {
  // One in many hundreds, unlike any grid of pixels.
  const alone = (eastM: number, northM: number) => {
    const [col, row] = [Math.round(eastM / 15), Math.round(northM / 15)]
    return (((col * 7919 + row * 104_729) % 1009) + 1009) % 1009 === 0 ? 1 : 0
  }
  const { made, at } = await drawn(t, { cellM: 15, cell: alone })
  const { geometry, cells } = made
  let [seen, lost] = [0, 0]
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] !== 1) continue
    const [row, col] = [Math.floor(cell / geometry.cols), cell % geometry.cols]
    const [x, y] = pixelOf(
      made,
      geometry.northDeg - (row + 0.5) * geometry.cellLatDeg,
      geometry.westDeg + (col + 0.5) * geometry.cellLonDeg,
    )
    const fromMiddlePx = Math.hypot(x - middlePx, y - middlePx)
    if (fromMiddlePx < 14 || fromMiddlePx > ringPx - 6) continue
    seen++
    // Its overview's cell may begin in the pixel before.
    const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => at(x + dx, y + dy)))
    if (!around.some(isCovered)) lost++
  }
  t.ok(seen > 800, `${seen} cells`)
  t.equal(lost, 0)
})

/** Tiles whose ground rises towards the east. */
function reliefOf(heightAt: (latDeg: number, lonDeg: number) => number, asked: TileRequest[] = []): Relief {
  const tile = async (request: TileRequest) => {
    asked.push(request)
    const heightsM = Float32Array.from({ length: 256 * 256 }, (_, i) =>
      heightAt(latitudeAt(request, Math.floor(i / 256) + 0.5), longitudeAt(request, (i % 256) + 0.5)),
    )
    return { tag: '', png: await gapsPicture(heightsM) }
  }
  return { tile } as unknown as Relief
}

t.test('the relief is that of the ground, lit from the north-west, plain where it is unknown', async (t) => {
  const ridge = (_latDeg: number, lonDeg: number) =>
    lonDeg > 9 ? Number.NaN : 500 - 4000 * Math.abs(lonDeg - 8.9)
  const ground = await groundOf(reliefOf(ridge), { latDeg: 47.6, lonDeg: 8.9, rangeM: 10_000 })
  t.ok(ground && ground.tiles.length > 4)
  const { made, at } = await drawn(t, { cell: () => 255 }, ground)
  const brightest = (latDeg: number, lonDeg: number) => {
    const [x, y] = pixelOf(made, latDeg, lonDeg)
    return Math.max(...[0, 1, 2, 3, 4, 5, 6, 7].map((dx) => at(x + dx, y)[0]))
  }
  for (const latDeg of [47.56, 47.61, 47.64]) {
    const [west, east, unknown] = [8.86, 8.93, 9.005].map((lonDeg) => brightest(latDeg, lonDeg)) as [
      number,
      number,
      number,
    ]
    t.ok(west - unknown > 10 && unknown - east > 30, `${west}, ${unknown}, ${east}`)
  }
})
