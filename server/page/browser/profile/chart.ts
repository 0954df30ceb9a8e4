/** The profile as a drawing; loaded with its library when the first one is wanted. */

import uPlot from 'uplot'
import type { Link } from '../state/path.ts'
import { sayKm, sayMetres } from '../words/units.ts'
import { say } from '../words/words.ts'
import { seriesOf } from './series.ts'

/** A colour of the style as it is in this light; a canvas knows neither variables nor `light-dark()`. */
function colorOf(name: string, within: HTMLElement): string {
  within.style.color = `var(--${name})`
  const { color } = getComputedStyle(within)
  within.style.removeProperty('color')
  return color
}

/** Draws it into the element, until it is stopped; follows its width. */
export function drawProfile(element: HTMLElement, link: Link): () => void {
  const color = (name: string) => colorOf(name, element)
  const axis = {
    stroke: color('text-quiet'),
    grid: { stroke: color('border'), width: 1 },
    ticks: { stroke: color('border'), width: 1 },
  }
  const height = () => Math.max(110, element.clientHeight)
  const chart = new uPlot(
    {
      width: element.clientWidth,
      height: height(),
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, values: (_, splits) => splits.map((km) => sayKm(km, 2)) },
        { ...axis, size: 64, values: (_, splits) => splits.map((metres) => sayMetres(metres)) },
      ],
      bands: [{ series: [3, 4], fill: color('fresnel') }],
      series: [
        {},
        {
          label: say('surface'),
          stroke: color('ground-line'),
          fill: color('ground'),
          width: 1.5,
          points: { show: false },
        },
        {
          label: say('flatGround'),
          stroke: color('ground-line'),
          dash: [3, 3],
          width: 1,
          points: { show: false },
        },
        { stroke: color('fresnel-line'), width: 1, points: { show: false } },
        { stroke: color('fresnel-line'), width: 1, points: { show: false } },
        { label: say('ray'), stroke: color('ray'), width: 2, points: { show: false } },
        {
          label: say('obstacle'),
          stroke: color('danger'),
          width: 0,
          points: { show: true, size: 9, fill: color('danger') },
        },
      ],
    },
    seriesOf(link),
    element,
  )
  const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: height() }))
  observer.observe(element)
  return () => {
    observer.disconnect()
    chart.destroy()
  }
}
