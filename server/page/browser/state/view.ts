import { computed, effect, signal } from '@preact/signals'
import { account } from '../service/session.ts'
import { network, openId } from './results.ts'

/** View shown in the panel, unless the details of a result are open. */
export const view = signal<'ask' | 'link' | 'list' | 'networks' | 'account' | 'antennas'>('ask')
export const formView = signal<'ask' | 'link'>('ask')

effect(() => {
  if (view.value === 'ask' || view.value === 'link') formView.value = view.value
})

/** True if the browser has WebGL 2; without a map, results are pictures and positions are typed. */
export const hasMap = document.createElement('canvas').getContext('webgl2') !== null

const darkQuery = matchMedia('(prefers-color-scheme: dark)')
export const isDark = signal(darkQuery.matches)
darkQuery.addEventListener('change', ({ matches }) => {
  isDark.value = matches
})

// After a result or network is closed, the panel shows the list.
effect(() => {
  if (openId.value !== undefined) view.value = 'list'
  else if (network.value !== undefined) view.value = 'networks'
})

/** True if credits and prices are hidden, for an unmetered account. */
export const isUnmetered = computed(() => account.value?.unmetered === true)

/** Used share of the account's result storage, 0 to 1. */
export const storeShare = computed(() => {
  const { used_bytes = 0, limit_bytes = 0 } = account.value?.storage ?? {}
  return used_bytes === 0 ? 0 : used_bytes / Math.max(1, limit_bytes)
})
