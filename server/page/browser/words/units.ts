/** Lengths and areas in the units that the reader chose, which this browser keeps. */

import { effect, signal } from '@preact/signals'
import { sayOption } from './field-labels.ts'
import { figure, say } from './words.ts'

const storedName = 'coverage.units'
const METRES_A_FOOT = 0.3048
const KM_A_MILE = 1.609344

export const isImperial = signal(localStorage.getItem(storedName) === 'imperial')

effect(() => {
  localStorage.setItem(storedName, isImperial.value ? 'imperial' : 'metric')
})

/** A height or a short way, with its unit. */
export function sayMetres(metres: number, digits = 0): string {
  return isImperial.value ? `${figure(metres / METRES_A_FOOT, digits)} ft` : `${figure(metres, digits)} m`
}

/** A distance, with its unit. */
export function sayKm(km: number, digits = 1): string {
  return isImperial.value ? `${figure(km / KM_A_MILE, digits)} mi` : `${figure(km, digits)} km`
}

/** A distance in the unit that suits it. */
export function sayDistance(metres: number): string {
  return metres < 1000 ? sayMetres(metres) : sayKm(metres / 1000)
}

/** An area, with its unit; small ones with a decimal. */
export function sayKm2(km2: number): string {
  const [value, unit] = isImperial.value ? [km2 / KM_A_MILE ** 2, 'mi²'] : [km2, 'km²']
  return `${figure(value, value < 100 ? 1 : 0)} ${unit}`
}

interface FieldUnit {
  label: string
  /** How many of the service's units one of these is. */
  factor: number
}

/** What a field of the service's unit is typed in; `undefined`: in that. */
export function typedUnit(unit: string | undefined): FieldUnit | undefined {
  if (!isImperial.value) return undefined
  if (unit === 'kilometres') return { label: 'mi', factor: KM_A_MILE }
  return unit === 'metres' || unit === 'metres per cell' ? { label: 'ft', factor: METRES_A_FOOT } : undefined
}

/** Land cover at a place, as the service answers. */
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

/** Ground height at a place, as the service answers. */
export function sayGround({
  elevation_m: heightM,
  state,
}: {
  elevation_m: number | null
  state: string
}): string {
  if (heightM === null || state === 'unknown') return say('groundUnknown')
  return say('groundHeight', { height: sayMetres(heightM) })
}
