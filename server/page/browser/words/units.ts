/** Lengths and areas in the user's units; the choice of units is stored in this browser. */

import { effect, signal } from '@preact/signals'
import { sayOption } from './field-labels.ts'
import { figure, percentFigure, say } from './words.ts'

const storedName = 'coverage.units'
const METRES_A_FOOT = 0.3048
const KM_A_MILE = 1.609344

export const isImperial = signal(localStorage.getItem(storedName) === 'imperial')

effect(() => {
  localStorage.setItem(storedName, isImperial.value ? 'imperial' : 'metric')
})

/** Text for a height or short distance with its unit. */
export function sayMetres(metres: number, digits = 0): string {
  return isImperial.value ? `${figure(metres / METRES_A_FOOT, digits)} ft` : `${figure(metres, digits)} m`
}

export function sayKm(km: number, digits = 1): string {
  return isImperial.value ? `${figure(km / KM_A_MILE, digits)} mi` : `${figure(km, digits)} km`
}

/** Text for a distance in a suitable unit. */
export function sayDistance(metres: number): string {
  return metres < 1000 ? sayMetres(metres) : sayKm(metres / 1000)
}

export function sayKm2(km2: number): string {
  const [value, unit] = isImperial.value ? [km2 / KM_A_MILE ** 2, 'mi²'] : [km2, 'km²']
  return `${figure(value, value < 100 ? 1 : 0)} ${unit}`
}

/** Text for an area and its share of a whole. */
export function sayShare(km2: number, wholeKm2: number): string {
  const percent = percentFigure(wholeKm2 === 0 ? 0 : km2 / wholeKm2)
  return say('areaShare', { area: sayKm2(km2), percent })
}

/** Unit that users type in a field, and its factor to the API's unit; `undefined` if they are equal. */
export function typedUnit(unit: string | undefined): { label: string; factor: number } | undefined {
  if (!isImperial.value) return undefined
  if (unit === 'kilometres') return { label: 'mi', factor: KM_A_MILE }
  return unit === 'metres' || unit === 'metres per cell' ? { label: 'ft', factor: METRES_A_FOOT } : undefined
}

export function sayCover({
  type,
  height_m: heightM,
}: {
  type: string | null
  height_m: number | null
}): string {
  if (type === null) return say('coverUnknown')
  return heightM ? `${sayOption(type)}, ${sayMetres(heightM)}` : sayOption(type)
}

export function sayGround({
  elevation_m: heightM,
  state,
}: {
  elevation_m: number | null
  state: string
}): string {
  if (heightM === null || state === 'unknown') return say('label: unknown')
  return say('groundHeight', { height: sayMetres(heightM) })
}
