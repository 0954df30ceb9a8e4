/** Terrain profile chart; loaded with the chart library on first use. */

import type { Link } from '../state/path.ts'
import { sayKm, sayMetres } from '../words/units.ts'
import { say } from '../words/words.ts'
import { axisIn, colorOf, drawIn } from './frame.ts'
import { seriesOf } from './series.ts'

export function drawProfile(element: HTMLElement, link: Link): () => void {
  const color = (name: string) => colorOf(name, element)
  const axis = axisIn(element)
  const groundLine = color('ground-line')
  const points = { show: false }
  return drawIn(
    element,
    {
      scales: { x: { time: false } },
      axes: [
        { ...axis, values: (_, splits) => splits.map((km) => sayKm(km, 2)) },
        { ...axis, size: 64, values: (_, splits) => splits.map((metres) => sayMetres(metres)) },
      ],
      bands: [{ series: [3, 4], fill: color('fresnel') }],
      series: [
        {},
        { label: say('surface'), stroke: groundLine, fill: color('ground'), width: 1.5, points },
        { label: say('flatGround'), stroke: groundLine, dash: [3, 3], width: 1, points },
        { stroke: color('fresnel-line'), width: 1, points },
        { stroke: color('fresnel-line'), width: 1, points },
        { label: say('ray'), stroke: color('ray'), width: 2, points },
        {
          label: say('obstacle'),
          stroke: color('danger'),
          width: 0,
          points: { show: true, size: 9, fill: color('danger') },
        },
      ],
    },
    seriesOf(link),
  )
}
