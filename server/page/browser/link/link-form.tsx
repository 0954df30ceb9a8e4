import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Faults, Fields } from '../ask/fields.tsx'
import { Place } from '../ask/place.tsx'
import { scrollToProfile } from '../profile/see.ts'
import { drawLink, ends, form, from, isRequesting, swapEnds, to } from '../state/linking.ts'
import { path } from '../state/path.ts'
import { hasMap, isUnmetered } from '../state/view.ts'
import { say } from '../words/words.ts'

/** Fields left out: latitude applies only to given profiles, which this form does not offer. */
const without = ['latitude']

/** `children` follow the ends of a link that is blocked or too weak. */
export function LinkForm({ children }: { children: ComponentChildren }) {
  const element = useRef<HTMLFormElement>(null)
  const isTried = useSignal(false)
  if (form.models.value.length === 0) return <p class="hint">{say('loading')}</p>

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    isTried.value = true
    if (await drawLink()) scrollToProfile()
    else element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const faultOf = (...names: string[]) => names.map((name) => form.faults.value.get(name)).find(Boolean)
  const missing = isTried.value ? say('endMissing') : undefined
  return (
    <form class="ask" ref={element} onSubmit={submit} noValidate>
      <Fields form={form} without={without}>
        <p class="hint">{say(hasMap ? 'linkHow' : 'linkHowTyped')}</p>
        {(['from', 'to'] as const).map((end) => (
          <Place
            key={end}
            name={end}
            label={say(end)}
            at={ends[end]}
            fault={end === 'from' ? faultOf('tx_lat', 'tx_lon') : faultOf('rx_lat', 'rx_lon')}
            missing={missing}
            how=""
          />
        ))}
        <button type="button" class="quiet swap" disabled={!from.value && !to.value} onClick={swapEnds}>
          ⇅ {say('swapEnds')}
        </button>
        {path.value && (!path.value.link.visible || Number(path.value.link.margin_db) < 0) && children}
      </Fields>
      <div class="run">
        <div class="price" aria-live="polite">
          <Faults form={form} />
          {form.faults.value.size === 0 && !isUnmetered.value && <p class="hint">{say('linkFree')}</p>}
        </div>
        <button type="submit" class="main" aria-busy={isRequesting.value}>
          {say('whyShow')}
        </button>
      </div>
    </form>
  )
}
