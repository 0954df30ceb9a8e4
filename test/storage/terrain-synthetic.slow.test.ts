import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { writeSyntheticTerrain } from '../references/synthetic.ts'

t.test('the synthetic country is the same for a seed, has hills, a sea, a hole and a boundary', async (t) => {
  const folder = t.testdir()
  const first = await writeSyntheticTerrain(join(folder, 'first'), { seed: 7 })
  const bytes = await Promise.all(first.files.map((file) => readFile(file)))
  const [west] = first.files
  await rm(west)
  await writeSyntheticTerrain(join(folder, 'first'), { seed: 7 })
  t.ok(bytes[0].equals(await readFile(west)), 'the same bytes')
  const heights = bytes.map((tile) => new Int16Array(new Uint8Array(tile.swap16()).buffer))
  for (let row = 0; row <= 1200; row++) {
    if (heights[0][row * 1201 + 1200] !== heights[1][row * 1201]) t.fail(`boundary in row ${row}`)
  }
  const count = (value: number) => heights[1].reduce((sum, height) => sum + (height === value ? 1 : 0), 0)
  t.ok(count(0) > 600_000 && count(0) < 1_100_000, 'sea')
  t.ok(count(-32768) > 2000 && count(-32768) < 12_000, 'hole')
  const highest = heights[0].reduce((maximum, height) => Math.max(maximum, height), 0)
  t.ok(highest > 900 && highest < 1600, `highest ${highest} m`)
  const terrain = await openTerrain({ folders: [join(folder, 'first')] })
  const { latDeg, lonDeg } = first.outlook
  t.ok(((await terrain.elevationAt(latDeg, lonDeg)).elevationM ?? 0) > 500)
})
