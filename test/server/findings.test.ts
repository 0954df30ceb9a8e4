import t from 'tap'
import { inverse, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import { antennaFor, antennaOf, storedAntenna, uploadedId } from '../../server/compute/antenna.ts'
import { JobError } from '../../server/compute/errors.ts'
import { usedOf } from '../../server/compute/ground.ts'
import { tallyOf } from '../../server/compute/summary.ts'
import { warningsOf, withUnreached } from '../../server/compute/warnings.ts'
import { keepRaster } from '../../server/compute/write-raster.ts'
import { StoreError } from '../../storage/objects/errors.ts'
import { madeJob } from '../helpers/jobs.ts'
import { seededRandom } from '../references/random.ts'

// What a computation says besides its cells, by small ones whose figures are worked out by hand.

t.test('a summary counts cells, areas and edges, and has the farthest visible cell', async (t) => {
  const grid = { rows: 3, cols: 5, txRow: 1, txCol: 2, cellLatDeg: 0.01, cellLonDeg: 0.02 } as never
  const classes = [255, 0, 1, 0, 255, 1, 1, 0, 1, 1, 255, 255, 0, 0, 255]
  const summaryOf = (rangeM: number) => {
    const steps = tallyOf(Uint8Array.from(classes), { grid, disc: { latDeg: 60, rangeM } })
    let step = steps.next()
    while (!step.done) step = steps.next()
    return { ...step.value.summary(12), share: step.value.circleShare }
  }
  const cellKm2 = (latDeg: number) => {
    const { lat, lon } = metresPerDegree(latDeg)
    return (0.01 * lat * 0.02 * lon) / 1e6
  }
  const eastM = inverse(60, 0, 60, 0.04).distanceM
  const counts = { visible: 5, blocked: 5, unknown: 2 }
  const visible_km2 = Number((cellKm2(60.01) + 4 * cellKm2(60)).toFixed(3))
  const farthest_km = Number((eastM / 1000).toFixed(3))
  // Both ends of the middle row of the three runs.
  t.same(summaryOf(eastM + 10), { ...counts, visible_km2, farthest_km, share: 2 / 6 })
  t.same(summaryOf(2 * eastM), { ...counts, visible_km2, farthest_km, share: 0 })
})

t.test(
  'so it is of any rows of cells: on both sides of the equator, of any width, with and without what is at the circle',
  (t) => {
    const random = seededRandom(31)
    for (const [latDeg, cols] of [...[-33, -0.02, 0, 47, 66].entries()].map(([at, lat]) => [
      lat,
      21 + 2 * at,
    ])) {
      const [txRow, txCol] = [9, (cols - 1) / 2]
      const grid = { rows: 19, cols, txRow, txCol, cellLatDeg: 0.01, cellLonDeg: 0.012 }
      const distanceOf = (row: number, col: number) =>
        inverse(latDeg, 0, latDeg + (txRow - row) * 0.01, (col - txCol) * 0.012).distanceM
      const rangeM = distanceOf(9, 2)
      const classes = new Uint8Array(19 * cols)
      let cell = UNKNOWN
      for (let at = 0; at < classes.length; at++) {
        if (random() < 0.3) cell = [VISIBLE, BLOCKED, UNKNOWN][Math.floor(3 * random())] as number
        const inRange = distanceOf(Math.floor(at / cols), at % cols) <= rangeM
        classes[at] = inRange ? cell : UNKNOWN
      }
      let [farthestM, runs, ofCircle] = [0, 0, 0]
      for (let row = 0; row < 19; row++) {
        const seen = [...classes.subarray(row * cols, (row + 1) * cols)].map((one) => one === VISIBLE)
        for (const [col, isSeen] of seen.entries()) {
          if (isSeen) farthestM = Math.max(farthestM, distanceOf(row, col))
          if (isSeen && !seen[col - 1]) runs++
        }
        for (const col of [seen.indexOf(true), seen.lastIndexOf(true)]) {
          const outwards = txCol + Math.abs(col - txCol) + 1
          if (col >= 0 && distanceOf(row, outwards) > rangeM) ofCircle++
        }
      }
      const steps = tallyOf(classes, { grid: grid as never, disc: { latDeg, rangeM } })
      let step = steps.next()
      while (!step.done) step = steps.next()
      const countOf = (wanted: number) => classes.filter((one) => one === wanted).length
      const [visible, blocked] = [countOf(VISIBLE), countOf(BLOCKED)]
      const farthest_km = Number((farthestM / 1000).toFixed(3))
      t.match(step.value.summary(0), { visible, blocked, farthest_km }, String(latDeg))
      t.equal(step.value.circleShare, ofCircle / (2 * runs), String(latDeg))
    }
    t.end()
  },
)

t.test('warnings are of power, posts, range and ground, from their bounds on', async (t) => {
  const found = {
    unknownFraction: 0,
    unknownClutter: 0,
    circleShare: 0,
    unreached: new Map<string, string>(),
  }
  const codesOf = (request: object, findings: object = {}, postSpacingM = 30) => {
    const ground = { postSpacingM, antennaM: 130, groundM: 100 }
    const task = { job: madeJob({ model: 'los', ...request }), ground, ends: {} } as never
    return warningsOf(task, { ...found, ...findings })
  }
  const codes = (...asked: Parameters<typeof codesOf>) => codesOf(...asked).map(({ code }) => code)
  t.same(codes({ resolution: 27 }), [])
  t.same(codes({ resolution: 26.9 }), ['finer_than_terrain'])
  t.same(codes({ erp: 2 }), ['power_not_used'])
  t.same(codes({ erp: 2, model: 'p526', resolution: 30 }), [])
  t.same(codes({}, { circleShare: 0.2 }), [])
  t.match(codesOf({}, { circleShare: 0.25 }), [{ code: 'range_limited', detail: /^25\.0 % / }])
  t.match(codesOf({}, { unknownFraction: 0.5 }), [{ code: 'unknown_terrain', detail: /^50\.0 % .* are 255/ }])
  t.match(codesOf({ model: 'p526' }, { unknownFraction: 1e-6 }), [
    { code: 'unknown_terrain', detail: /^less than 0\.1 % .* are NaN/ },
  ])
  const unreached = new Map([['a source', 'timeout']])
  t.match(codesOf({}, { unreached }), [
    { code: 'terrain_source_unreachable', detail: /^a source could not be reached \(timeout\)\. Ground/ },
  ])
  const missing = new JobError('terrain_unavailable', 'Unknown.')
  t.match(withUnreached(missing, unreached), {
    code: 'terrain_unavailable',
    message: 'Unknown. a source could not be reached (timeout).',
  })
  t.equal(withUnreached(missing, new Map()), missing)
  const other = new JobError('tx_below_ground', 'Below.')
  t.equal(withUnreached(other, unreached), other)
})

t.test('tiles and sources that were used are listed by name, each once', async (t) => {
  const area = (tiles: [string, string][], sources: string[]) => ({
    used: () => ({
      tiles: tiles.map(([name, sha256]) => ({ name, sha256 })),
      sources: sources.map((name) => ({ name })),
    }),
  })
  const areas = [
    area(
      [
        ['b', '1'],
        ['a', '1'],
      ],
      ['y'],
    ),
    area(
      [
        ['b', '1'],
        ['b', '2'],
      ],
      ['x', 'y'],
    ),
  ]
  t.same(usedOf(areas as never), {
    tiles: [
      { name: 'a', sha256: '1' },
      { name: 'b', sha256: '1' },
      { name: 'b', sha256: '2' },
    ],
    sources: [{ name: 'x' }, { name: 'y' }],
  })
})

t.test('an antenna is that of the request, its pattern that of the account', async (t) => {
  const cut = (attenuation: number[]) => ({
    anglesDeg: Float64Array.of(0, 90, 180, 270),
    attenuationDb: Float64Array.from(attenuation),
  })
  const file = {
    name: 'of the file',
    make: 'm',
    frequencyMhz: 900,
    gainDbi: 15,
    polarization: null,
    tilt: null,
    horizontal: cut([1, 13, 26.006, 13]),
    vertical: cut([0, 20, 30, 20]),
  }
  const stored = storedAntenna(file, 'text', undefined)
  t.match(stored, { name: 'of the file', front_to_back: 25.01, frequency_mhz: 900, gain_dbi: 15 })
  t.match(stored.id, /^ant_[0-9a-f]{24}$/)
  t.same(stored.vertical, { angles_deg: [0, 90, 180, 270], attenuation_db: [0, 20, 30, 20] })
  t.equal(storedAntenna(file, 'text', 'of the file').id, stored.id)
  for (const [text, name] of [
    ['text', 'another'],
    ['other', undefined],
  ] as const)
    t.not(storedAntenna(file, text, name).id, stored.id)

  const field = { azimuth: 120, tilt: -3, pattern: { type: 'uploaded', id: stored.id } } as never
  t.equal(uploadedId(field), stored.id)
  t.equal(uploadedId({ pattern: { type: 'sector' } } as never), undefined)
  const asked: string[][] = []
  const read = async (...of: string[]) => {
    asked.push(of)
    return of[0] === 'acc_a' ? stored : undefined
  }
  t.match(await antennaFor('acc_a', field, read), {
    azimuthDeg: 120,
    tiltDeg: -3,
    pattern: { type: 'cuts', vertical: { attenuationDb: Float64Array.of(0, 20, 30, 20) } },
  })
  t.same(asked, [['acc_a', stored.id]])
  await t.rejects(antennaFor('acc_b', field, read), { code: 'invalid_parameters' })
  t.equal(await antennaFor('acc_b', undefined, read), undefined)
  t.same(antennaOf({}, undefined), { azimuthDeg: 0, tiltDeg: 0, pattern: { type: 'omni' } })
  const sector = { type: 'sector', horizontal_beamwidth: 65, vertical_beamwidth: 7, front_to_back: 28 }
  t.same(antennaOf({ azimuth: 10, pattern: sector } as never, undefined), {
    azimuthDeg: 10,
    tiltDeg: 0,
    pattern: { type: 'sector', horizontalBeamwidthDeg: 65, verticalBeamwidthDeg: 7, frontToBackDb: 28 },
  })
})

t.test(
  'a store that fails gets a raster after some time, and other faults are no reason to wait',
  async (t) => {
    const { signal } = new AbortController()
    let tries = 0
    const failing = (times: number, error: Error) => ({
      async putFile() {
        if (++tries <= times) throw error
      },
    })
    const away = new StoreError('be reached', new Error('away'))
    await keepRaster(failing(2, away) as never, 'a.tif', '/a', signal, [0, 0])
    t.equal(tries, 3)
    tries = 0
    await t.rejects(keepRaster(failing(3, away) as never, 'a.tif', '/a', signal, [0, 0]), away)
    tries = 0
    await t.rejects(keepRaster(failing(3, new Error('gone')) as never, 'a.tif', '/a', signal, [0]), {
      message: 'gone',
    })
    t.equal(tries, 1)
  },
)
