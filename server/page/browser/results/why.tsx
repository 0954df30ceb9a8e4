import { useMemo } from 'preact/hooks'
import { Place } from '../ask/place.tsx'
import { scrollToProfile } from '../profile/see.ts'
import { explainPlace, path, pathFault } from '../state/path.ts'
import { PlaceInForm } from '../state/place.ts'
import type { SimulationRecord } from '../state/results.ts'
import { hasMap } from '../state/view.ts'
import { say } from '../words/words.ts'

/** Explains the path to a position in the result, chosen by click or by coordinates. */
export function Why({ record }: { record: SimulationRecord }) {
  const place = useMemo(() => new PlaceInForm(), [])

  function explain(event: Event): void {
    event.preventDefault()
    const to = place.position.value
    if (to !== undefined) void explainPlace(record, to).then(scrollToProfile)
  }

  return (
    <section aria-label={say('why')}>
      <h3>{say('why')}</h3>
      <form
        onSubmit={explain}
        noValidate
        onKeyDown={(event) => {
          // Enter requests the explanation, which is free and the only action.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) explain(event)
        }}
      >
        <Place
          name="why"
          label={say('whyTo')}
          at={place}
          fault={pathFault.value}
          missing={undefined}
          how={path.value === undefined ? say(hasMap ? 'whyHow' : 'whyHowTyped') : ''}
        />
        <button type="submit">{say('whyShow')}</button>
      </form>
    </section>
  )
}
