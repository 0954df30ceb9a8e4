import t from 'tap'
import { seriesOf } from '../../../server/page/browser/profile/series.ts'

t.test('obstacles of a path are dots on the ground as it is drawn, bulge included', async (t) => {
  const profile = {
    distance_m: [0, 1000, 2000, 3000],
    ground_m: [100, 130, 90, 80],
    bulge_m: [0, 5, 5, 0],
    line_m: [120, 115, 110, 105],
    fresnel_m: [0, 8, 8, 0],
  }
  const [km, surface, ground, upper, lower, line, obstacles] = seriesOf({
    profile,
    blocked_at: [{ distance_m: 1100, by_m: 20 }],
  } as never)
  t.same(km, [0, 1, 2, 3])
  t.same(surface, [100, 135, 95, 80])
  t.same(ground, profile.ground_m)
  t.same(
    [upper, lower],
    [
      [120, 123, 118, 105],
      [120, 107, 102, 105],
    ],
  )
  t.same(line, profile.line_m)
  t.same(obstacles, [null, 135, null, null], 'at the nearest point')
})
