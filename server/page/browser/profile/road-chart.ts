/** Chart along a road: value and sensitivity, or coverage, with the best server as a colored band. */

import uPlot from 'uplot'
import type { RoadStep } from '../comparison/roads.ts'
import type { RoadSubject } from '../state/roads.ts'
import { sayRoadState } from '../words/roads.ts'
import { sayKm } from '../words/units.ts'
import { axisIn, colorOf, drawIn, figuresOn, rangeAround } from './frame.ts'

const BAND_PX = 12
const MARGIN = 4

interface RoadDrawing extends Pick<RoadSubject, 'unit' | 'isLoss' | 'edge'> {
  steps: readonly RoadStep[]
  lengthM: number
}

/** Draws the chart into an element; calls back with the distance at the pointer. Returns a function to stop. */
export function drawRoad(
  element: HTMLElement,
  drawing: RoadDrawing,
  onDistance: (distanceM: number | undefined) => void,
): () => void {
  const { steps, lengthM, unit, isLoss, edge } = drawing
  const values = steps.map(({ value, state }) => (unit === null ? coverageOf(state) : value))
  const drawnValues = [...values, edge ?? null].filter((value) => value !== null)
  const lastValue = values.at(-1) ?? null
  const kms = [...steps.map(({ fromM }) => fromM / 1000), lengthM / 1000]
  const axis = axisIn(element)
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  const drawn = { points: { show: false }, spanGaps: false }
  const band = (chart: uPlot) => drawBand(chart, steps)
  const point = ({ cursor, posToVal }: uPlot) => {
    const { left = -1 } = cursor
    onDistance(left < 0 ? undefined : Math.min(lengthM, Math.max(0, 1000 * posToVal(left, 'x'))))
  }
  return drawIn(
    element,
    {
      cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
      scales: {
        x: { time: false, range: [0, lengthM / 1000] },
        y: {
          range: unit === null ? [-0.35, 1.2] : rangeAround(drawnValues, MARGIN),
          dir: isLoss ? -1 : 1,
        },
      },
      axes: [
        { ...axis, values: (_, splits) => splits.map((km) => sayKm(km, 2)) },
        unit === null
          ? {
              ...axis,
              size: 96,
              splits: [0, 1],
              values: () => [sayRoadState('lacking'), sayRoadState('covered')],
            }
          : {
              ...axis,
              size: 52,
              values: figuresOn,
              label: unit,
              labelSize: 20,
            },
      ],
      series: [
        {},
        { stroke: colorOf('ray', element), width: 1.75, ...drawn, ...(stepped && { paths: stepped }) },
        { stroke: colorOf('danger', element), width: 1.5, dash: [5, 4], ...drawn },
      ],
      hooks: { draw: [band], setCursor: [point] },
    },
    [kms, [...values, lastValue], kms.map(() => (unit === null ? null : (edge ?? null)))],
  )
}

function coverageOf(state: string): number | null {
  if (state === 'unknown' || state === 'out_of_range') return null
  return Number(state === 'covered')
}

/** Draws the band of best servers or states, aligned to pixels so that no gaps between steps are visible. */
function drawBand(chart: uPlot, steps: readonly RoadStep[]): void {
  const { ctx, bbox } = chart
  const heightPx = Math.round(BAND_PX * devicePixelRatio)
  const pixelOf = (distanceM: number) => Math.round(chart.valToPos(distanceM / 1000, 'x', true))
  ctx.save()
  for (const { fromM, toM, color } of steps) {
    const left = pixelOf(fromM)
    ctx.fillStyle = color
    ctx.fillRect(left, bbox.top + bbox.height - heightPx, Math.max(pixelOf(toM) - left, 1), heightPx)
  }
  ctx.restore()
}
