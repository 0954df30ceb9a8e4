import { contours } from 'd3-contour'
import t from 'tap'
import { bandOf, traceBands } from '../../server/results/products/contours.ts'
import { coarserLabels, coarserValues, columnsOf } from '../../server/results/products/grids.ts'
import { areaOf, type Outline, type Ring, traceOutlines } from '../../server/results/products/outlines.ts'
import { seededRandom } from '../references/random.ts'

/** Rows of digits. */
function gridOf(...lines: string[]) {
  const labels = Uint8Array.from(lines.join(''), Number)
  return { labels, rows: lines.length, cols: lines[0].length }
}

/** In cells; holes count negative. */
function cellsOf(outlines: Outline[]): number {
  return outlines.flat().reduce((sum, ring) => sum - areaOf(ring) / 2, 0)
}

function cornersOf(ring: Ring): string[] {
  return Array.from({ length: ring.length / 2 }, (_, index) => `${ring[2 * index]} ${ring[2 * index + 1]}`)
}

t.test('a cell on its own is a square, counter-clockwise with north up', async (t) => {
  const outlines = traceOutlines(gridOf('000', '010', '000'))
  t.same(outlines.get(1), [[[1, 1, 1, 2, 2, 2, 2, 1]]])
  t.equal(outlines.size, 1)
})

t.test('cells that touch at a corner are two squares; gaps that do are two holes', async (t) => {
  t.equal(traceOutlines(gridOf('10', '01')).get(1)?.length, 2)
  const [outline = []] = traceOutlines(gridOf('1111', '1011', '1101', '1111')).get(1) ?? []
  t.equal(outline.length, 3)
  t.same(
    outline.map((ring) => Math.sign(areaOf(ring))),
    [-1, 1, 1],
  )
})

t.test('a gap that touches the outside at a corner is a hole', async (t) => {
  const [outline = [], ...others] = traceOutlines(gridOf('0111', '1011', '1111')).get(1) ?? []
  t.equal(others.length, 0)
  t.same(
    outline.map((ring) => areaOf(ring) / 2),
    [-11, 1],
  )
})

t.test('of any grid: each cell is in one outline, holes lie in theirs, no ring meets itself', async (t) => {
  const random = seededRandom(7)
  for (let round = 0; round < 60; round++) {
    const [rows, cols] = [1 + Math.floor(random() * 30), 1 + Math.floor(random() * 30)]
    const kinds = 2 + (round % 3)
    const labels = Uint8Array.from({ length: rows * cols }, () => Math.floor(random() * kinds))
    const outlines = traceOutlines({ labels, rows, cols })
    for (let label = 1; label < kinds; label++) {
      const ofLabel = outlines.get(label) ?? []
      t.equal(cellsOf(ofLabel), labels.filter((one) => one === label).length, 'area')
      for (const [outer = [], ...holes] of ofLabel) {
        if (!(areaOf(outer) < 0)) t.fail(`outer ring ${outer}`)
        if (!holes.every((hole) => areaOf(hole) > 0)) t.fail('a hole turns the wrong direction')
        for (const ring of [outer, ...holes]) {
          if (new Set(cornersOf(ring)).size !== ring.length / 2) t.fail(`corner met twice: ${ring}`)
        }
        for (const hole of holes) if (!holds(outer, hole)) t.fail('a hole outside of its ring')
      }
    }
  }
})

/** By the crossings of a ray to the east, from within the first cell of a hole. */
function holds(outer: Ring, hole: Ring): boolean {
  const y = Math.min(...hole.filter((_, index) => index % 2 === 1)) + 0.5
  const xs = crossingsAt(hole, y)
  return crossingsAt(outer, y).filter((x) => x > Math.min(...xs) + 0.5).length % 2 === 1
}

function crossingsAt(ring: Ring, y: number): number[] {
  const xs: number[] = []
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    if (ring[i + 1] > y !== ring[j + 1] > y) xs.push(ring[i])
  }
  return xs
}

/** Bands between levels; cells without a value have the label after the last of them. */
function bandGrid(values: Float32Array, rows: number, cols: number, levels: number[]) {
  const labels = Uint8Array.from(values, (value) =>
    Number.isNaN(value) ? levels.length + 1 : bandOf(value, levels),
  )
  return { labels, values, levels, rows, cols }
}

t.test('bands meet where d3-contour has its contours', async (t) => {
  const random = seededRandom(3)
  const [rows, cols] = [60, 80]
  // With noise there are saddles, where theirs cuts what is higher in two, and here both sides meet at the corner.
  for (const [noise, tolerance] of [
    [0, 1e-4],
    [4, 5e-3],
    [30, 6e-2],
  ]) {
    const values = Float32Array.from({ length: rows * cols }, (_, at) => {
      const [row, col] = [Math.floor(at / cols), at % cols]
      // Low at the edges, where the two differ: theirs ends at the centres of the last cells.
      if (row < 2 || col < 2 || row > rows - 3 || col > cols - 3) return -200
      return -100 + 25 * Math.sin(row / 9) * Math.cos(col / 7) + noise * (random() - 0.5)
    })
    for (const level of [-115, -106, -90]) {
      const wanted = contours().size([cols, rows]).contour(Array.from(values), level).coordinates
      const grid = bandGrid(values, rows, cols, [Number.NEGATIVE_INFINITY, level])
      const found = new Map(traceBands(grid)).get(2) ?? []
      if (noise === 0)
        t.same(
          found.map(({ length }) => length),
          wanted.map(({ length }) => length),
          'rings',
        )
      const theirs = wanted.flat().reduce((sum, ring) => sum - areaOf(ring.slice(1).flat()) / 2, 0)
      t.ok(
        Math.abs(cellsOf(found) - Math.abs(theirs)) < tolerance * Math.abs(theirs),
        `${cellsOf(found)} ${theirs}`,
      )
    }
  }
})

t.test('bands of any grid leave neither gaps nor overlaps, and no ring meets itself', async (t) => {
  const random = seededRandom(11)
  for (let round = 0; round < 60; round++) {
    const [rows, cols] = [1 + Math.floor(random() * 25), 1 + Math.floor(random() * 25)]
    const noise = [2, 12, 60][round % 3]
    const values = Float32Array.from({ length: rows * cols }, (_, at) =>
      random() < 0.06
        ? Number.NaN
        : 20 * Math.sin(at / cols / 4) * Math.cos((at % cols) / 5) + noise * random(),
    )
    const grid = bandGrid(values, rows, cols, [Number.NEGATIVE_INFINITY, 0, 8, 16, 30])
    const outlines = new Map(traceBands(grid))
    const segments = new Set<string>()
    for (const ring of [...outlines.values()].flat(2)) {
      if (new Set(cornersOf(ring)).size !== ring.length / 2) t.fail(`met twice: ${ring}`)
      for (const [from, to] of segmentsOf(ring)) {
        if (segments.has(`${from} ${to}`)) t.fail(`drawn twice: ${from} ${to}`)
        segments.add(`${from} ${to}`)
      }
    }
    const isBoundary = (x: number, y: number) => x === 0 || y === 0 || x === cols || y === rows
    // The neighbour goes along it in the other direction.
    for (const segment of segments) {
      const [x1, y1, x2, y2] = segment.split(/[ ,]/).map(Number)
      if (!segments.has(`${x2},${y2} ${x1},${y1}`) && !(isBoundary(x1, y1) && isBoundary(x2, y2))) {
        t.fail(`only one side: ${segment}`)
      }
    }
    const area = [...outlines.values()].reduce((sum, ofLabel) => sum + cellsOf(ofLabel), 0)
    t.ok(Math.abs(area - rows * cols) < 1e-6, `${area} of ${rows * cols}`)
  }
})

/** From point to point; along the edges of cells from corner to corner. */
function segmentsOf(ring: Ring): [string, string][] {
  return cornersOf(ring).flatMap((_, index): [string, string][] => {
    const [x1, y1] = ring.slice(2 * index)
    const [x2, y2] = [ring[(2 * index + 2) % ring.length], ring[(2 * index + 3) % ring.length]]
    const isAlongCells = [x1, y1, x2, y2].every(Number.isInteger)
    const count = isAlongCells ? Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) : 1
    const at = (step: number) =>
      step === count ? `${x2},${y2}` : `${x1 + (step * (x2 - x1)) / count},${y1 + (step * (y2 - y1)) / count}`
    return Array.from({ length: count }, (_, step): [string, string] => [at(step), at(step + 1)])
  })
}

t.test('beside cells without a value a band ends at the edges of its cells', async (t) => {
  const values = new Float32Array(9).fill(Number.NaN)
  values[4] = -80
  const [[label, outlines]] = traceBands(bandGrid(values, 3, 3, [-100]))
  t.same([label, outlines], [1, [[[1, 1, 1, 2, 2, 2, 2, 1]]]])
})

t.test(
  'blocks of cells have their commonest label, of two the lower one, and the mean of known values',
  async (t) => {
    const labels = gridOf('01122', '10332', '22331')
    t.same(coarserLabels(labels, 2), { labels: Uint8Array.of(0, 3, 2, 2, 3, 1), rows: 2, cols: 3 })
    t.same(coarserLabels(gridOf('3311', '3311'), 4).labels, Uint8Array.of(1))
    const { NaN: none } = Number
    const values = Float32Array.of(1, none, none, none, 7, 3, 8, none, none, none, -4, none, 2, 6, 9)
    t.same(coarserValues({ values, rows: 3, cols: 5 }, 2), {
      values: Float32Array.of(4, none, 7, -4, 4, 9),
      rows: 2,
      cols: 3,
    })
  },
)

t.test('columns of a grid are those of each row, from the first to before the end', async (t) => {
  const cells = Uint8Array.of(1, 2, 3, 4, 5, 6)
  t.same(columnsOf(cells, 3, 1, 3), Uint8Array.of(2, 3, 5, 6))
  t.same(columnsOf(cells, 3, 0, 1), Uint8Array.of(1, 4))
  t.same(columnsOf(cells, 3, 0, 3), cells)
  t.same(cells, Uint8Array.of(1, 2, 3, 4, 5, 6))
})

t.test(
  'a level is of the band above it, and is crossed by linear interpolation, of several their middle',
  async (t) => {
    t.same(
      [Number.NaN, Number.NEGATIVE_INFINITY, 1.9, 2, 3.9, 4, 9].map((value) => bandOf(value, [2, 4])),
      [0, 0, 0, 1, 1, 2, 2],
    )
    const crossedAt = (values: number[], levels: number[]) => {
      const labels = Uint8Array.from(values, (value) => bandOf(value, levels))
      const grid = { labels, values: Float32Array.from(values), levels, rows: 1, cols: 2 }
      return [...traceBands(grid)].map(([label, [[ring = []] = []]]) => {
        const inner = cornersOf(ring).filter((corner) => corner.endsWith(' 0.5'))
        return [label, ...inner]
      })
    }
    const below = Number.NEGATIVE_INFINITY
    t.same(crossedAt([0, 10], [below, 2.5]), [
      [1, '0.75 0.5'],
      [2, '0.75 0.5'],
    ])
    t.same(crossedAt([10, 0], [below, 2, 6]), [
      [1, '1.1 0.5'],
      [3, '1.1 0.5'],
    ])
    t.same(crossedAt([10, 9.99], [below, 10]), [
      [1, '0.52 0.5'],
      [2, '0.52 0.5'],
    ])
  },
)
