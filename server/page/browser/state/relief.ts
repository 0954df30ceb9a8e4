import { effect, signal } from '@preact/signals'

const storedName = 'coverage.contours'

/** Whether the map has contours; remembered. */
export const hasContours = signal(localStorage.getItem(storedName) !== 'off')
/** Whether it stands in three dimensions. */
export const is3d = signal(false)

effect(() => {
  localStorage.setItem(storedName, hasContours.value ? 'on' : 'off')
})
