import { computed, effect, signal } from '@preact/signals'
import { account } from '../service/session.ts'
import { network, openId } from './results.ts'

/** What the panel shows: a new request, a link, results, networks, the account or its antennas; the details of a result lie over all. */
export const view = signal<'ask' | 'link' | 'list' | 'networks' | 'account' | 'antennas'>('ask')
/** The form that was shown last, to come back to. */
export const formView = signal<'ask' | 'link'>('ask')

effect(() => {
  if (view.value === 'ask' || view.value === 'link') formView.value = view.value
})

/** Whether there is a map; without one, results are pictures and places are typed. */
export const hasMap = document.createElement('canvas').getContext('webgl2') !== null

const darkQuery = matchMedia('(prefers-color-scheme: dark)')
export const isDark = signal(darkQuery.matches)
darkQuery.addEventListener('change', ({ matches }) => {
  isDark.value = matches
})

// Who opened a result or a network comes back to its list.
effect(() => {
  if (openId.value !== undefined) view.value = 'list'
  else if (network.value !== undefined) view.value = 'networks'
})

/** Whether credits and prices are hidden, as they are of no concern to the account. */
export const isUnmetered = computed(() => account.value?.unmetered === true)

/** How full the store of results is, for those who need know of nothing else: 0 to 1. */
export const storeShare = computed(() => {
  const { used_bytes = 0, limit_bytes = 0 } = account.value?.storage ?? {}
  return used_bytes === 0 ? 0 : used_bytes / Math.max(1, limit_bytes)
})
