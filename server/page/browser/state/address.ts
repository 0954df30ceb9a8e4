import { batch, effect, signal } from '@preact/signals'
import { addressOf, isShared, resultInAddress, wantedResult } from '../service/session.ts'
import { find, openId, show } from './results.ts'

/** Whether the address named a result that is not there. */
export const isUnknown = signal(false)

/** Opens the result that the address names. */
export async function openWanted(): Promise<void> {
  const id = wantedResult.value
  if (id === undefined) return
  isUnknown.value = false
  const isFound = await find(id)
  if (wantedResult.value !== id) return
  batch(() => {
    if (isFound) show(id)
    isUnknown.value = !isFound
    wantedResult.value = undefined
  })
}

// The result that is open stands in the address: Back closes it, and the address opens it again.
effect(() => {
  const id = openId.value
  if (id !== undefined) isUnknown.value = false
  if (isShared.value || wantedResult.value !== undefined || id === resultInAddress()) return
  history.pushState(null, '', addressOf(id))
})

window.addEventListener('hashchange', () => {
  if (resultInAddress() === undefined) openId.value = undefined
})
