import { computed, effect, signal } from '@preact/signals'
import { account } from '../service/session.ts'
import { network, openId } from './results.ts'

/** Content of the panel; details of a result cover it. */
export const view = signal<'ask' | 'link' | 'list' | 'networks' | 'account' | 'antennas'>('ask')
export const formView = signal<'ask' | 'link'>('ask')

effect(() => {
  if (view.value === 'ask' || view.value === 'link') formView.value = view.value
})

/** True with WebGL 2; otherwise results are pictures and positions are typed. */
export const hasMap = document.createElement('canvas').getContext('webgl2') !== null

const darkQuery = matchMedia('(prefers-color-scheme: dark)')
export const isDark = signal(darkQuery.matches)
darkQuery.addEventListener('change', ({ matches }) => {
  isDark.value = matches
})

// Closing a result or network returns to its list.
effect(() => {
  if (openId.value !== undefined) view.value = 'list'
  else if (network.value !== undefined) view.value = 'networks'
})

/** True if credits and prices are hidden. */
export const isUnmetered = computed(() => account.value?.unmetered === true)

/** Used share of the result store, for unmetered accounts: 0 to 1. */
export const storeShare = computed(() => {
  const { used_bytes = 0, limit_bytes = 0 } = account.value?.storage ?? {}
  return used_bytes === 0 ? 0 : used_bytes / Math.max(1, limit_bytes)
})
