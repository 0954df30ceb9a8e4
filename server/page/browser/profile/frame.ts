/** Common base of charts: style colors, axes, width. */

import uPlot from 'uplot'
import { rangeOf } from '../comparison/measured-points.ts'
import { figure } from '../words/words.ts'

/** Resolved value of a style color; canvas supports neither variables nor `light-dark()`. */
export function colorOf(name: string, within: HTMLElement): string {
  within.style.color = `var(--${name})`
  const { color } = getComputedStyle(within)
  within.style.removeProperty('color')
  return color
}

/** Range of an axis around values, with a margin; 0 to 1 without values. */
export function rangeAround(values: readonly number[], margin: number): [number, number] {
  const range = rangeOf(values)
  return range === undefined ? [0, 1] : [range[0] - margin, range[1] + margin]
}

export const figuresOn = (_: uPlot, splits: number[]) => splits.map((one) => figure(one))

export function axisIn(element: HTMLElement): uPlot.Axis {
  const border = { stroke: colorOf('border', element), width: 1 }
  return { stroke: colorOf('text-quiet', element), grid: border, ticks: border }
}

export function drawIn(
  element: HTMLElement,
  options: Omit<uPlot.Options, 'width' | 'height'>,
  data: uPlot.AlignedData,
): () => void {
  const size = () => ({ width: element.clientWidth, height: Math.max(110, element.clientHeight) })
  const chart = new uPlot(
    { ...size(), legend: { show: false }, cursor: { drag: { x: false, y: false } }, ...options },
    data,
    element,
  )
  const observer = new ResizeObserver(() => chart.setSize(size()))
  observer.observe(element)
  return () => {
    observer.disconnect()
    chart.destroy()
  }
}
