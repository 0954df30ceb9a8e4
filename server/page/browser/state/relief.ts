import { effect, signal } from '@preact/signals'

const storedName = 'coverage.contours'

/** True if contours are shown; stored in this browser. */
export const hasContours = signal(localStorage.getItem(storedName) !== 'off')
export const is3d = signal(false)

effect(() => {
  localStorage.setItem(storedName, hasContours.value ? 'on' : 'off')
})
