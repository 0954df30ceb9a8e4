import { useSignal } from '@preact/signals'
import { showPosition } from '../../../client/coordinates.ts'
import { pointOfPath } from '../state/measurements.ts'
import { closePath, type Path, path as shown } from '../state/path.ts'
import { say } from '../words/words.ts'
import { detailsOf, headlineOf, measurementOf } from './reason.ts'
import { useChart } from './use-chart.ts'

export function ProfilePanel() {
  return shown.value === undefined ? null : <Profile path={shown.value} />
}

function Profile({ path }: { path: Path }) {
  const { to, link } = path
  const isDrawn = useSignal(false)
  const reason = headlineOf(path)

  const chart = useChart(async () => {
    const { drawProfile } = await import('./chart.ts')
    return (element) => {
      isDrawn.value = true
      return drawProfile(element, link)
    }
  }, link)

  return (
    <section class="profile" aria-label={say('profile')} data-visible={link.visible}>
      <header>
        <button type="button" class="quiet" onClick={closePath}>
          {say('close')}
        </button>
        <div role="status">
          <h2>{reason}</h2>
          <p class="hint">
            {[showPosition(to), ...measurementOf(pointOfPath.value), ...detailsOf(path)].join(' · ')}
          </p>
        </div>
      </header>
      <div
        class="chart"
        ref={chart}
        role="img"
        aria-label={`${say('profile')}: ${reason}`}
        aria-busy={!isDrawn.value}
      />
      <ul class="keys" aria-hidden="true">
        <li class="key-ground">{say('surface')}</li>
        <li class="key-flat">{say('flatGround')}</li>
        <li class="key-ray">{say('ray')}</li>
        <li class="key-fresnel">{say('fresnel')}</li>
        {link.blocked_at.length > 0 && <li class="key-obstacle">{say('obstacle')}</li>}
      </ul>
    </section>
  )
}
