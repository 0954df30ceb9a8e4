import t from 'tap'
import type { GeodesicPathInSegments } from '../../kernels/geodesy/geodesic-segments.ts'
import { models } from '../../kernels/models.ts'
import { antennaOf } from '../../server/compute/antenna.ts'
import { boundsOf } from '../../server/link/corridor.ts'
import { MAXIMUM_POINTS } from '../../server/link/limits.ts'
import { computeLink } from '../../server/link/link.ts'
import { validityErrors } from '../../server/link/rules.ts'
import type { LinkParams } from '../../server/link/schemas.ts'

// Links over given profiles, which need no terrain; those over the ground are in ./http/link.test.ts.

const usual = {
  model: 'p526',
  tx_height: 30,
  tx_height_mode: 'AGL',
  rx_height: 10,
  rx_height_mode: 'AGL',
  frequency: 868,
  erp: 1,
  k_factor: 4 / 3,
}

function over(groundM: number[], stepM: number, more: object = {}, antenna: object = {}) {
  const profile = { distance_m: groundM.map((_, at) => at * stepM), ground_m: groundM }
  const request = { ...usual, ...more, profile } as unknown as LinkParams
  return computeLink(request, antennaOf(antenna as never, undefined), undefined as never, [])
}

t.test('of many points those are drawn whose ground is nearest to the direct ray', async (t) => {
  const ground = Array.from({ length: 3 * MAXIMUM_POINTS }, (_, at) => (at === 1001 ? 25 : at % 3))
  const { profile } = await over(ground, 10)
  t.ok(profile.distance_m.length <= MAXIMUM_POINTS)
  t.same([profile.distance_m[0], profile.distance_m.at(-1)], [0, 10 * (ground.length - 1)])
  t.equal(profile.ground_m[profile.distance_m.indexOf(10_010)], 25)
  const all = await over(ground.slice(0, MAXIMUM_POINTS), 10)
  t.equal(all.profile.distance_m.length, MAXIMUM_POINTS)
})

t.test('an antenna that is tilted down reaches a receiver below better than one tilted up', async (t) => {
  const ground = [600, 300, 0, 0]
  const withTilt = async (tilt: number) =>
    (
      await over(
        ground,
        700,
        {},
        {
          tilt,
          pattern: { type: 'sector', horizontal_beamwidth: 65, vertical_beamwidth: 10, front_to_back: 30 },
        },
      )
    ).antenna_db
  const [down, up] = [await withTilt(16), await withTilt(-16)]
  t.ok(Math.abs(down - up) > 10, `${down} and ${up} dB`)
  t.equal(Math.min(down, up), down)
})

t.test("a model's limits are part of what it takes", async (t) => {
  for (const model of models.values()) {
    for (const { parameter, minimum, maximum } of model.validity) {
      const errors = (value: number) => validityErrors(model, { [parameter]: value }, 'rx_lat')
      t.same([...errors(minimum), ...errors(maximum)], [], `${model.name} ${parameter}`)
      for (const value of [minimum - 1e-6, maximum + 1e-3]) t.equal(errors(value).length, 1)
    }
    t.same(validityErrors(model, {}, 'rx_lat'), [])
  }
})

t.test(
  'the bounds of a stretch are those of its positions, to both ends and not beyond the path',
  async (t) => {
    const moved: number[] = []
    // Bent to the north, and across 180 degrees.
    const path = {
      distanceM: 1000,
      latDeg: 0,
      lonDeg: 0,
      moveTo(this: { latDeg: number; lonDeg: number }, atM: number) {
        moved.push(atM)
        this.latDeg = (atM * (1000 - atM)) / 1e6
        this.lonDeg = -atM / 1000
      },
    } as unknown as GeodesicPathInSegments
    const start = { latDeg: -45, lonDeg: -179.5 }
    t.same(boundsOf(path, start, 0, 1000, 5), {
      southDeg: -45,
      northDeg: -44.75,
      westDeg: -180.5,
      eastDeg: -179.5,
    })
    t.same(moved.splice(0), [0, 250, 500, 750, 1000])
    t.same(boundsOf(path, start, 800, 1200, 3), {
      southDeg: -45,
      northDeg: -44.84,
      westDeg: -180.5,
      eastDeg: -180.3,
    })
    t.same(moved, [800, 1000, 1000])
  },
)
