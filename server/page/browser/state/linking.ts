import { batch, computed, effect, signal, untracked } from '@preact/signals'
import type { Position } from '../../../client/coordinates.ts'
import { RequestForm } from './form.ts'
import { closePath, linkKind, path, showPath } from './path.ts'
import { PlaceInForm } from './place.ts'
import { view } from './view.ts'

/** Delay in ms after typing before the link is computed. */
const FOLLOW_PAUSE_MS = 700

export const form = new RequestForm(linkKind)
export const ends = { from: new PlaceInForm(), to: new PlaceInForm() }
export const from = ends.from.position
export const to = ends.to.position
export const isRequesting = signal(false)

/** Sets the ends of a link by clicks: first click one end, second click the other end, third a new link. */
export async function clickEnd(place: Position): Promise<void> {
  if (from.value === undefined || to.value !== undefined) {
    batch(() => {
      ends.from.set(place)
      ends.to.text.value = ''
    })
  } else {
    ends.to.set(place)
    await drawLink()
  }
}

export function swapEnds(): void {
  batch(() => {
    const text = ends.from.text.value
    ends.from.text.value = ends.to.text.value
    ends.to.text.value = text
  })
}

const requested = computed(
  () => from.value && to.value && { from: from.value, to: to.value, fields: form.values.value },
)
let sent: typeof requested.value

/** Computes and draws the path between both ends; returns false if the service refuses. */
export async function drawLink(): Promise<boolean> {
  const link = requested.value
  if (link === undefined) return false
  sent = link
  isRequesting.value = true
  try {
    await showPath({ ...link, resultId: undefined }, link.fields)
    if (sent === link) form.failure.value = undefined
    return true
  } catch (error) {
    form.failure.value = error
    return false
  } finally {
    if (sent === link) isRequesting.value = false
  }
}

effect(() => {
  const link = requested.value
  if (view.value !== 'link' || link === sent) return
  if (link === undefined) {
    untracked(forget)
    return
  }
  const timer = setTimeout(() => {
    if (link !== sent) void drawLink()
  }, FOLLOW_PAUSE_MS)
  return () => clearTimeout(timer)
})

effect(() => {
  if (view.value !== 'link') untracked(forget)
})

function forget(): void {
  sent = undefined
  isRequesting.value = false
  form.failure.value = undefined
  if (path.value?.resultId === undefined) closePath()
}
