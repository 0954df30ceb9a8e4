import { join } from 'node:path'
import t from 'tap'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import type { Bounds } from '../../storage/terrain/types.ts'
import { heightAt, readParts } from '../helpers/parts.ts'
import { putGeotiff, type SmallTile } from '../helpers/tiles.ts'
import { seededRandom } from '../references/random.ts'

// The ground at a point is the same for every request that holds it, however its bounds lie: on white noise, where a post
// that is taken for another one shows at once.

const random = seededRandom(21)
const noise = () => Math.round(1000 * random())

interface Made {
  northDeg: number
  westDeg: number
  /** Steps and size in posts, from north to south and from west to east. */
  steps: [number, number]
  posts: [number, number]
}

function tile({ northDeg, westDeg, steps, posts }: Made): SmallTile {
  return {
    rows: posts[0],
    cols: posts[1],
    northDeg,
    westDeg,
    latStepDeg: steps[0],
    lonStepDeg: steps[1],
    isPoint: true,
    heightAt: noise,
  }
}

const grounds: Record<string, Made[]> = {
  'a change of step, as GLO-30 has': [
    { northDeg: 50, westDeg: 8, steps: [0.01, 0.01], posts: [100, 100] },
    { northDeg: 50, westDeg: 9, steps: [0.01, 0.01], posts: [100, 100] },
    { northDeg: 51, westDeg: 8, steps: [0.01, 0.015], posts: [100, 67] },
    { northDeg: 51, westDeg: 9.005, steps: [0.01, 0.015], posts: [100, 67] },
  ],
  'three steps, two to three and three to four': [
    { northDeg: 50, westDeg: 8, steps: [0.01, 0.02], posts: [40, 100] },
    { northDeg: 50.4, westDeg: 8, steps: [0.01, 0.03], posts: [40, 67] },
    { northDeg: 50.8, westDeg: 8, steps: [0.01, 0.04], posts: [40, 51] },
  ],
  'patches of finer posts, on the lattice and askew': [
    { northDeg: 51, westDeg: 8, steps: [0.01, 0.01], posts: [201, 201] },
    { northDeg: 50.6, westDeg: 8.4, steps: [0.0002, 0.0002], posts: [101, 101] },
    { northDeg: 50.60007, westDeg: 8.42, steps: [0.0002, 0.0002], posts: [101, 101] },
    { northDeg: 50.20003, westDeg: 9.40001, steps: [0.00033, 0.00033], posts: [121, 151] },
    { northDeg: 50.19, westDeg: 9.43, steps: [0.001, 0.001], posts: [61, 61] },
  ],
  'a change of step with a patch on it and one beside it': [
    { northDeg: 50, westDeg: 8, steps: [0.01, 0.01], posts: [100, 150] },
    { northDeg: 51, westDeg: 8, steps: [0.01, 0.015], posts: [100, 101] },
    { northDeg: 50.02, westDeg: 8.5, steps: [0.0005, 0.0005], posts: [81, 81] },
    { northDeg: 50.3, westDeg: 8.9, steps: [0.0005, 0.00075], posts: [81, 81] },
  ],
  'equal steps, half a post apart': [
    { northDeg: 50, westDeg: 8, steps: [0.01, 0.01], posts: [100, 100] },
    { northDeg: 50.005, westDeg: 9.005, steps: [0.01, 0.01], posts: [100, 100] },
    { northDeg: 51, westDeg: 8.0037, steps: [0.01, 0.01], posts: [100, 150] },
  ],
}

for (const [name, made] of Object.entries(grounds)) {
  t.test(`${name}: two requests see the same ground`, async (t) => {
    const folder = t.testdir()
    for (const [i, one] of made.entries()) await putGeotiff(join(folder, `${i}.tif`), tile(one))
    const terrain = await openTerrain({ folders: [folder] })
    const anywhere = (): [number, number] => {
      // Near the tiles' edges, where their lattices meet, as often as anywhere.
      const one = made[Math.floor(random() * made.length)]
      const [height, width] = [one.steps[0] * one.posts[0], one.steps[1] * one.posts[1]]
      const edge = () => (random() < 0.5 ? random() : Math.round(random()) + 0.1 * (random() - 0.5))
      return [one.northDeg - edge() * height, one.westDeg + edge() * width]
    }
    const around = (latDeg: number, lonDeg: number): Bounds => {
      const sizeDeg = 0.4 * random() ** 3
      return {
        southDeg: latDeg - sizeDeg * random() - 1e-4,
        northDeg: latDeg + sizeDeg * random() + 1e-4,
        westDeg: lonDeg - 1.5 * sizeDeg * random() - 1e-4,
        eastDeg: lonDeg + 1.5 * sizeDeg * random() + 1e-4,
      }
    }
    let [known, worstM, worst] = [0, 0, '']
    for (let i = 0; i < 60; i++) {
      const [latDeg, lonDeg] = anywhere()
      const [one, other] = [around(latDeg, lonDeg), around(latDeg, lonDeg)]
      const both = await Promise.all([readParts(terrain, one), readParts(terrain, other)])
      const common = {
        southDeg: Math.max(one.southDeg, other.southDeg),
        northDeg: Math.min(one.northDeg, other.northDeg),
        westDeg: Math.max(one.westDeg, other.westDeg),
        eastDeg: Math.min(one.eastDeg, other.eastDeg),
      }
      for (let k = 0; k < 40; k++) {
        const lat = common.southDeg + random() * (common.northDeg - common.southDeg)
        const lon = common.westDeg + random() * (common.eastDeg - common.westDeg)
        const [a, b] = both.map((parts) => heightAt(parts, lat, lon))
        if (Number.isNaN(a) && Number.isNaN(b)) continue
        known++
        const offM = Number.isNaN(a - b) ? 1e6 : Math.abs(a - b)
        if (offM > worstM) {
          worstM = offM
          worst = `${a} and ${b} at ${lat}, ${lon}: ${JSON.stringify([one, other])}`
        }
      }
    }
    t.ok(known > 1000, `${known} points`)
    t.ok(worstM < 0.01, worst)
  })
}
