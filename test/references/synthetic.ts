import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { orIfMissing } from '../../storage/files/system-errors.ts'
import { VOID_INT16 } from '../../storage/terrain/tile.ts'
import { writeHgt } from './hgt-file.ts'

/**
 * Synthetic landscape for tests and benchmarks: mountains in the west, hills down to a coast in the east, a
 * winding valley from end to end, an outlook mountain near the boundary of the two tiles, and a hole of
 * unknown ground. Heights depend only on seed and position, so the tiles fit together.
 */

const SIDE = 1201
const CELLS = SIDE - 1
const TILES = [
  { name: 'N47E008.hgt', firstCol: 0 },
  { name: 'N47E009.hgt', firstCol: CELLS },
]
const NORTH_DEG = 48
const WEST_DEG = 8
// Outlook mountain, in posts from the north-western corner of the western tile.
const OUTLOOK = { row: 440, col: 1110, radius: 46, riseM: 420 }
const HOLE = { row: 430, col: 1420, radius: 42 }
const COAST_COL = 1640

/** Top of the outlook mountain, with a view of boundary, valley, coast and hole. */
export const syntheticOutlook = {
  latDeg: NORTH_DEG - OUTLOOK.row / CELLS,
  lonDeg: WEST_DEG + OUTLOOK.col / CELLS,
}

export interface SyntheticTerrain {
  files: string[]
  outlook: typeof syntheticOutlook
}

/**
 * Writes N47E008.hgt and N47E009.hgt (1201² posts) to the folder, as a function of the seed only: identical bytes on
 * all machines. Heights are in metres; 0 is declared sea, -32768 unknown. Files of the right size are left unchanged.
 */
export async function writeSyntheticTerrain(
  folder: string,
  { seed }: { seed: number },
): Promise<SyntheticTerrain> {
  await mkdir(folder, { recursive: true })
  for (const { name, firstCol } of TILES) {
    const path = join(folder, name)
    const stats = await orIfMissing(stat(path), undefined)
    if (stats?.size === SIDE * SIDE * 2) continue
    await writeHgt(path, syntheticHeights(seed, firstCol))
  }
  return {
    files: TILES.map(({ name }) => join(folder, name)),
    outlook: syntheticOutlook,
  }
}

function syntheticHeights(seed: number, firstCol: number): Int16Array {
  const noise = valueNoise(seed)
  const heightsM = new Int16Array(SIDE * SIDE)
  const valleyRows = Float64Array.from({ length: SIDE }, (_, col) => {
    const x = firstCol + col
    return 720 + 120 * Math.sin(x / 210) + 150 * (noise(x / 170 + 90, 7) - 0.5)
  })
  for (let i = 0; i < heightsM.length; i++) {
    const col = i % SIDE
    heightsM[i] = heightAt(noise, (i - col) / SIDE, firstCol + col, valleyRows[col])
  }
  return heightsM
}

type Noise = (x: number, y: number) => number

function heightAt(noise: Noise, row: number, col: number, valleyRow: number): number {
  if (isInHole(noise, row, col)) return VOID_INT16
  // Distance inland in posts; the coastline varies by some 10 km and has bays.
  const inland = COAST_COL - col + 260 * (fractal(noise, col / 260 + 11, row / 260 + 5, 4) - 0.5)
  if (inland <= 0) return 0
  const rising = 1 - Math.exp(-inland / 420)
  // Bent ridges: the noise is sampled at positions displaced by another noise.
  const bentCol = col + 60 * (noise(col / 150, row / 150 + 40) - 0.5)
  const bentRow = row + 60 * (noise(col / 150 + 40, row / 150) - 0.5)
  const hills = fractal(noise, bentCol / 180, bentRow / 180, 6)
  const ridges = ridged(noise, bentCol / 300 + 3, bentRow / 300 + 9, 5)
  const high = 0.35 + 0.65 * smoothstep(1700, 300, col)
  const landM = 12 + rising * (330 * hills + 1150 * high * ridges * ridges)
  const fromOutlook = distance(row, col, OUTLOOK) / OUTLOOK.radius
  const outlookM = fromOutlook < 4 ? OUTLOOK.riseM * Math.exp(-fromOutlook * fromOutlook) : 0
  // The valley floor descends to the sea; the valley only lowers the land.
  const floorM = 2 + 0.16 * inland
  const side = smoothstep(9, 95, Math.abs(row - valleyRow))
  const carvedM = landM < floorM ? landM : floorM + (landM - floorM) * side
  return Math.max(1, Math.round(carvedM + outlookM))
}

/** Euclidean distance by square root, which is ten times faster than Math.hypot. */
function distance(row: number, col: number, centre: { row: number; col: number }): number {
  return Math.sqrt((row - centre.row) ** 2 + (col - centre.col) ** 2)
}

function isInHole(noise: Noise, row: number, col: number): boolean {
  const fromHole = distance(row, col, HOLE)
  if (fromHole > HOLE.radius + 16) return false
  const ragged = 10 * (noise(col / 9, row / 9) - 0.5) + 22 * (noise(col / 31 + 70, row / 31) - 0.5)
  return fromHole < HOLE.radius + ragged
}

/** Smooth noise from 0 to 1 over the plane, interpolated between random numbers at whole coordinates; period 1024. */
function valueNoise(seed: number): Noise {
  const random = mulberry32(seed)
  const size = 1024
  const last = size - 1
  const values = Float64Array.from({ length: size }, random)
  const shuffled = Uint16Array.from({ length: size }, (_, i) => i)
  for (let i = last; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const moved = shuffled[i]
    shuffled[i] = shuffled[j]
    shuffled[j] = moved
  }
  return (x, y) => {
    const left = Math.floor(x)
    const top = Math.floor(y)
    const across = fade(x - left)
    const down = fade(y - top)
    const west = shuffled[left & last] + top
    const east = shuffled[(left + 1) & last] + top
    const northWest = values[shuffled[west & last]]
    const southWest = values[shuffled[(west + 1) & last]]
    const north = northWest + (values[shuffled[east & last]] - northWest) * across
    const south = southWest + (values[shuffled[(east + 1) & last]] - southWest) * across
    return north + (south - north) * down
  }
}

/** Random numbers from 0 to 1 (mulberry32 by Tommy Ettinger, public domain). */
function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Sum of octaves, each with half the size and height of the previous octave; values from about 0 to 1. */
function fractal(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0
  let height = 0.5
  for (let octave = 0; octave < octaves; octave++) {
    sum += height * noise(x, y)
    height /= 2
    // Twice the frequency, turned by 36.87 degrees, so that the grid of the noise forms no straight ridges.
    const turned = 1.6 * x + 1.2 * y + 17
    y = 1.6 * y - 1.2 * x + 29
    x = turned
  }
  return sum
}

/** Like `fractal`, but folded at the middle value, which forms sharp crests. */
function ridged(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0
  let height = 0.5
  for (let octave = 0; octave < octaves; octave++) {
    sum += height * (1 - Math.abs(2 * noise(x, y) - 1))
    height /= 2
    const turned = 1.6 * x + 1.2 * y + 17
    y = 1.6 * y - 1.2 * x + 29
    x = turned
  }
  return sum
}

/** Quintic smoothstep with continuous slope and curvature (Perlin 2002). */
function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10)
}

function smoothstep(from: number, to: number, x: number): number {
  return fade(Math.min(1, Math.max(0, (x - from) / (to - from))))
}
