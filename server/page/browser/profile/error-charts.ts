/** Charts of predictions against measurements; loaded with the chart library on first use. */

import uPlot from 'uplot'
import {
  classColors,
  classOf,
  histogramOf,
  type MeasuredPoint,
  type Pair,
} from '../comparison/measured-points.ts'
import { say } from '../words/words.ts'
import { axisIn, colorOf, drawIn, figuresOn, rangeAround } from './frame.ts'

/** Maximum distance in pixels between a click and the point selected by the click. */
const NEAR_PX = 12
const MARGIN = 2

/** Scatter plot of predicted over measured values, with the line of equality. */
export function drawScatter(
  element: HTMLElement,
  { pairs, unit }: { pairs: readonly Pair[]; unit: string },
  onPoint: (point: MeasuredPoint) => void,
): () => void {
  const sorted = pairs.toSorted((one, other) => one.measured - other.measured)
  const [xs, ys] = [sorted.map(({ measured }) => measured), sorted.map(({ predicted }) => predicted)]
  const range = rangeAround([...xs, ...ys], MARGIN)
  const accent = colorOf('accent', element)
  const axis = { ...axisIn(element), values: figuresOn }
  const choose = (chart: uPlot) =>
    chart.over.addEventListener('click', ({ offsetX, offsetY }) => {
      const nearest = sorted.reduce<{ pair?: Pair; px: number }>(
        (best, pair) => {
          const [x, y] = [chart.valToPos(pair.measured, 'x'), chart.valToPos(pair.predicted, 'y')]
          const px = Math.hypot(x - offsetX, y - offsetY)
          return px < best.px ? { pair, px } : best
        },
        { px: NEAR_PX },
      )
      if (nearest.pair) onPoint(nearest.pair.point)
    })
  return drawIn(
    element,
    {
      scales: { x: { time: false, range }, y: { range } },
      axes: [
        { ...axis, label: say('measuredIn', { unit }), labelSize: 22 },
        { ...axis, size: 52, label: say('predictedIn', { unit }), labelSize: 22 },
      ],
      series: [
        {},
        // Points are not connected by lines.
        { paths: () => null, points: { show: true, size: 5, width: 1, stroke: accent, fill: accent } },
        { stroke: colorOf('danger', element), width: 1.5, dash: [5, 4], points: { show: false } },
      ],
      hooks: { ready: [choose] },
    },
    [xs, ys, xs],
  )
}

export function drawHistogram(element: HTMLElement, residualsDb: readonly number[]): () => void {
  const { widthDb, fromDb, counts } = histogramOf(residualsDb)
  const middles = counts.map((_, at) => fromDb + (at + 0.5) * widthDb)
  const axis = { ...axisIn(element), values: figuresOn }
  const paths = uPlot.paths.bars?.({ size: [1, Number.POSITIVE_INFINITY] })
  return drawIn(
    element,
    {
      scales: {
        x: { time: false, range: [fromDb, fromDb + counts.length * widthDb] },
        y: { range: (_, _low, high) => [0, Math.max(1, high)] },
      },
      axes: [
        { ...axis, label: say('residualIn'), labelSize: 22 },
        {
          ...axis,
          size: 52,
          label: say('points'),
          labelSize: 22,
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000],
        },
      ],
      series: [
        {},
        ...classColors.map(
          (fill): uPlot.Series => ({
            fill,
            stroke: colorOf('border-strong', element),
            width: 1,
            points: { show: false },
            ...(paths && { paths }),
          }),
        ),
      ],
    },
    [
      middles,
      ...classColors.map((_, of) =>
        counts.map((count, at) => (classOf(middles[at] ?? 0) === of && count > 0 ? count : null)),
      ),
    ],
  )
}
