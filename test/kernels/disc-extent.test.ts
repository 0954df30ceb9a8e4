import t from 'tap'
import { seededRandom } from '../../bench/references/random.ts'
import { discExtent, geodesicFrom } from '../../kernels/geodesy/azimuthal.ts'

// The widest azimuth is found by halving: the same as looking at all of them.

t.test('a disc reaches as far east as the farthest of all azimuths', async (t) => {
  const draw = seededRandom(9)
  let looked = 0
  for (let count = 0; count < 200; count++) {
    const rangeM = 100 * 3000 ** draw()
    const latDeg = (2 * draw() - 1) * 85
    if (Math.abs(latDeg) + rangeM / 111_000 > 89) continue
    let eastDeg = 0
    for (let azimuthDeg = 0; azimuthDeg <= 180; azimuthDeg += 0.5) {
      eastDeg = Math.max(eastDeg, geodesicFrom(latDeg, azimuthDeg)(rangeM).dLonDeg)
    }
    looked++
    t.equal(discExtent(latDeg, rangeM).eastDeg, eastDeg * (1 + 4e-5), `${rangeM} m at ${latDeg}`)
  }
  t.ok(looked > 150)
})
