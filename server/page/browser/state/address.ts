import { batch, effect, signal } from '@preact/signals'
import { addressOf, isShared, requestedResult, resultInAddress } from '../service/session.ts'
import { find, network, openId, openNetwork, show } from './results.ts'

export const isUnknown = signal(false)

export async function openRequested(): Promise<void> {
  const id = requestedResult.value
  if (id === undefined) return
  isUnknown.value = false
  const found = await find(id)
  if (requestedResult.value !== id) return
  batch(() => {
    if (typeof found === 'object') openNetwork(found)
    else if (found) show(id)
    isUnknown.value = !found
    requestedResult.value = undefined
  })
}

// The URL names the open result or network, so that Back closes it and the URL reopens it.
effect(() => {
  const id = openId.value ?? network.value?.id
  if (id !== undefined) isUnknown.value = false
  if (isShared.value || requestedResult.value !== undefined || id === resultInAddress()) return
  history.pushState(null, '', addressOf(id))
})

window.addEventListener('hashchange', () => {
  if (resultInAddress() !== undefined) return
  openId.value = undefined
  network.value = undefined
})
