/** What physics asks of every path-loss model; where a model does not have it, why, and a case that shows it. */

import t from 'tap'
import { linkLoss } from '../../kernels/link.ts'
import type { LinkPath, PathLossModel } from '../../kernels/model.ts'
import { seaCouplingDb } from '../../kernels/models/p1812/ducting.ts'
import { pathLossModels } from '../../kernels/models.ts'
import { hillyHeights, ridge } from '../helpers/profiles.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
/** Of rounding, where values should be equal. */
const NEARLY_DB = 1e-6

type Changed = Partial<Omit<LinkPath, 'distancesM' | 'heightsM'>>

/** The loss at the median of what the model varies over, and that of free space. */
function losses(model: PathLossModel, heightsM: Float64Array, spacingM: number, changed: Changed = {}) {
  const path: LinkPath = {
    distancesM: Float64Array.from(heightsM, (_, at) => at * spacingM),
    heightsM,
    frequencyMhz: 600,
    txHeightM: 30,
    rxHeightM: 10,
    kFactor: 4 / 3,
    latitudeDeg: 50,
    squareM: 100,
    ...changed,
  }
  const values = Object.fromEntries(model.parameters.map((own) => [own.name, own.default]))
  return linkLoss(model, path, model.parse(values))
}

function lossDb(model: PathLossModel, heightsM: Float64Array, spacingM: number, changed?: Changed): number {
  return losses(model, heightsM, spacingM, changed).lossDb
}

function named(name: string): PathLossModel {
  return pathLossModels.get(name) as PathLossModel
}

function falls(values: number[]): boolean {
  return values.some((value, at) => at > 0 && value < values[at - 1] - NEARLY_DB)
}

function said(values: number[]): string {
  return values.map((value) => value.toFixed(2)).join(', ')
}

/** Frequencies between which the model holds. */
function frequenciesMhz({ validity }: PathLossModel): number[] {
  const limit = validity.find(({ parameter }) => parameter === 'frequency')
  return [30, 60, 100, 300, 600, 1000, 2000, 4000, 6000].filter(
    (mhz) => limit === undefined || (mhz >= limit.minimum && mhz <= limit.maximum),
  )
}

/** By how much a clear path may be off free space, where that is more than nothing. */
const CLEAR_DB: Record<string, number> = {
  // Half of the time the atmosphere carries a little more or less.
  p1812: 0.01,
  // Its free space has 32.45 dB where P.525 rounds to 32.4.
  itm: 0.06,
}

const FLAT = new Float64Array(101)

for (const [name, model] of pathLossModels) {
  t.test(`${name}: over clear flat ground it is free space`, async (t) => {
    const clearDb = CLEAR_DB[name] ?? NEARLY_DB
    // A median among buildings is not that of a clear path.
    if (model.includes_surroundings) {
      const { lossDb, freeSpaceDb } = losses(model, FLAT, 50, { txHeightM: 50, rxHeightM: 2 })
      t.ok(lossDb > freeSpaceDb + 20, `${lossDb} and ${freeSpaceDb} dB: houses stand on the flat ground`)
      return
    }
    for (const [spacingM, heightM, frequencyMhz] of [
      [100, 200, 3000],
      [50, 100, 2000],
      [20, 60, 2000],
    ]) {
      const high = { txHeightM: heightM, rxHeightM: heightM, frequencyMhz }
      const { lossDb, freeSpaceDb } = losses(model, FLAT, spacingM, high)
      t.ok(Math.abs(lossDb - freeSpaceDb) < clearDb, `${lossDb} and ${freeSpaceDb} dB`)
    }
  })

  t.test(`${name}: never better than free space in the median`, async (t) => {
    for (const seed of SEEDS) {
      for (const spacingM of [10, 150, 1000]) {
        const { lossDb, freeSpaceDb } = losses(model, hillyHeights(150, seed), spacingM)
        // P.1812 at half of the time: as above.
        t.ok(lossDb >= freeSpaceDb - 0.05, `${lossDb} and ${freeSpaceDb} dB`)
      }
    }
  })

  // ITM once there is an obstacle at all: see below.
  const fromM = name === 'itm' ? 20 : 0
  t.test(`${name}: a higher obstacle never reduces the loss`, async (t) => {
    for (const frequencyMhz of [600, 1500, 3000]) {
      const values = [0, 5, 10, 20, 40, 80, 160, 320]
        .filter((heightM) => heightM >= fromM)
        .map((heightM) => lossDb(model, ridge(101, heightM), 200, { frequencyMhz }))
      t.notOk(falls(values), `${frequencyMhz} MHz: ${said(values)}`)
      const grows = (values.at(-1) as number) - values[0]
      t.equal(grows > 10, model.uses_profile, `${name} reads the ground between, or does not: ${grows} dB`)
    }
  })

  t.test(`${name}: a lower antenna never receives more, with an obstacle and without`, async (t) => {
    for (const frequencyMhz of [600, 1500, 3000]) {
      for (const heightM of name === 'itm' ? [100] : [0, 100]) {
        const values = [50, 20, 10, 5, 2].map((rxHeightM) =>
          // To the hundredth: what is higher than the transmitter is also a little farther away.
          Number(lossDb(model, ridge(101, heightM), 200, { frequencyMhz, rxHeightM }).toFixed(2)),
        )
        t.notOk(falls(values), `${frequencyMhz} MHz, ${heightM} m: ${said(values)}`)
      }
    }
  })

  t.test(`${name}: over hills loss rises with frequency`, async (t) => {
    for (const seed of SEEDS) {
      const values = frequenciesMhz(model).map((frequencyMhz) =>
        lossDb(model, hillyHeights(120, seed), 250, { frequencyMhz }),
      )
      t.notOk(falls(values), said(values))
      t.ok(values.length >= 5)
    }
  })

  // Models of a base station above the roofs and a mobile between the buildings have one direction.
  const isDirectional = model.includes_surroundings === true
  t.test(`${name}: ${isDirectional ? 'not ' : ''}the same in both directions`, async (t) => {
    for (const seed of SEEDS) {
      const heightsM = hillyHeights(200, seed)
      const there = lossDb(model, heightsM, 250, { txHeightM: 40, rxHeightM: 3 })
      const back = lossDb(model, heightsM.toReversed(), 250, { txHeightM: 3, rxHeightM: 40 })
      t.equal(Math.abs(there - back) > NEARLY_DB, isDirectional, `${there} and ${back} dB`)
    }
  })
}

t.test('delta-Bullington: a higher ridge may cost less at low frequencies', async (t) => {
  // The method lowers the smooth earth where an obstacle stands out, and at 100 MHz what the sphere adds falls by more
  // than the edge brings. Its Bullington part never falls: models-properties.test.ts.
  for (const name of ['p526', 'p1812']) {
    const values = [20, 40, 80].map((heightM) =>
      lossDb(named(name), ridge(101, heightM), 200, { frequencyMhz: 100 }),
    )
    t.ok(falls(values), `${name}: ${said(values)}`)
  }
})

t.test('ITM: a ridge of some metres may cost less than none', async (t) => {
  // It hides nothing, but makes the ground count as rougher, and a rough ground reflects less.
  const values = [0, 5, 10].map((heightM) =>
    lossDb(named('itm'), ridge(101, heightM), 200, { frequencyMhz: 100 }),
  )
  t.ok(falls(values) && values[0] - values[2] < 1, said(values))
})

t.test(
  'ITM: over flat ground within line of sight a higher frequency or a lower antenna may cost less',
  async (t) => {
    // There it adds a ray from the ground, and two rays fall in and out of step.
    const values = [600, 1500, 2000].map((frequencyMhz) =>
      lossDb(named('itm'), ridge(101, 0), 200, { frequencyMhz }),
    )
    t.ok(falls(values), said(values))
    const lower = [50, 20, 10].map((rxHeightM) =>
      lossDb(named('itm'), ridge(101, 0), 200, { frequencyMhz: 3000, rxHeightM }),
    )
    t.ok(falls(lower), said(lower))
  },
)

t.test('ducting: an antenna couples to a sea duct as ITU-R P.1812-6 (49) has it', (t) => {
  for (const [coastKm, heightM] of [
    [0, 50],
    [0.5, 10],
    [2, 30],
    [1, 200],
  ] as const) {
    const expectedDb = -3 * Math.exp(-0.25 * coastKm ** 2) * (1 + Math.tanh(0.07 * (50 - heightM)))
    t.ok(
      Math.abs(seaCouplingDb(coastKm, 20, 0.9, heightM) - expectedDb) < 1e-9,
      `${coastKm} km, ${heightM} m`,
    )
  }
  t.equal(seaCouplingDb(1, 20, 0.7, 10), 0, 'less than three quarters over the sea')
  t.equal(seaCouplingDb(6, 20, 0.9, 10), 0, 'far from the coast')
  t.equal(seaCouplingDb(3, 2, 0.9, 10), 0, 'beyond the horizon')
  t.end()
})
