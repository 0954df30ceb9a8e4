import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { fuzzTerrain } from '../helpers/fuzz-terrain.ts'

// Mutated tiles of every format. FUZZ_CASES=20000 is the long form; FUZZ_SEED picks another run.

t.test('damaged and lying files end in a TileError or in posts, never in a crash', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const cases = Number(process.env.FUZZ_CASES ?? 200)
  const outcome = await fuzzTerrain(folder, cases, Number(process.env.FUZZ_SEED ?? 1))
  t.comment(outcome)
  t.same(outcome.untried, [], 'every format has a seed')
  t.same(outcome.unexpected, [], 'no other error')
  t.equal(outcome.refused + outcome.read, cases)
  t.ok(outcome.refused > cases / 10, 'damage is noticed')
  t.ok(outcome.read > cases / 20, 'and what is left is read')
  t.ok(outcome.peakBytes < 1e9, `peak of ${Math.round(outcome.peakBytes / 1e6)} MB`)
})
