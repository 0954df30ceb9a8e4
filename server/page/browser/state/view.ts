import { effect, signal } from '@preact/signals'
import { openId } from './results.ts'

/** What the panel shows: a new request, what there is, the account or its antennas; the details of a result lie over both. */
export const view = signal<'ask' | 'list' | 'account' | 'antennas'>('ask')

/** Whether there is a map; without one, results are pictures and places are typed. */
export const hasMap = document.createElement('canvas').getContext('webgl2') !== null

const darkQuery = matchMedia('(prefers-color-scheme: dark)')
export const isDark = signal(darkQuery.matches)
darkQuery.addEventListener('change', ({ matches }) => {
  isDark.value = matches
})

// Who opened a result comes back to the list.
effect(() => {
  if (openId.value !== undefined) view.value = 'list'
})
