import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { showPosition } from '../request/coordinates.ts'
import { closePath, type Path, path } from '../state/path.ts'
import { isDark } from '../state/view.ts'
import { figure, language, say } from '../words/words.ts'

/** What stands between the transmitter and a place, drawn and in words. */
export function ProfilePanel() {
  return path.value === undefined ? null : <Profile path={path.value} />
}

function Profile({ path: { to, link } }: { path: Path }) {
  const chart = useRef<HTMLDivElement>(null)
  const isDrawn = useSignal(false)
  const reason = reasonOf(link)

  useEffect(() => {
    let stop = () => {}
    let isGone = false
    void import('./chart.ts').then(({ drawProfile }) => {
      if (isGone || chart.current === null) return
      stop = drawProfile(chart.current, link)
      isDrawn.value = true
    })
    return () => {
      isGone = true
      stop()
    }
  }, [link, isDark.value, language.value])

  return (
    <section class="profile" aria-label={say('profile')} data-visible={link.visible}>
      <header>
        <button type="button" class="quiet" onClick={closePath}>
          {say('close')}
        </button>
        <div role="status">
          <h2>{reason}</h2>
          <p class="hint">{detailOf(link, showPosition(to))}</p>
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

function reasonOf({ visible, blocked_at, worst_fresnel }: Path['link']): string {
  const highest = blocked_at.reduce<(typeof blocked_at)[number] | undefined>(
    (best, one) => (best === undefined || one.by_m > best.by_m ? one : best),
    undefined,
  )
  if (highest !== undefined) {
    const values = { by: figure(highest.by_m, 1), km: figure(highest.distance_m / 1000, 2) }
    return say(blocked_at.length > 1 ? 'blockedByMany' : 'blockedBy', { ...values, count: blocked_at.length })
  }
  if (!visible) return say('belowGround')
  return worst_fresnel < 0.6
    ? say('visibleNarrow', { percent: figure(100 * worst_fresnel) })
    : say('visibleClear')
}

function detailOf(
  { distance_m, azimuth_deg, clear_heights_m, received_dbm, visible }: Path['link'],
  to: string,
): string {
  const parts = [to, `${figure(distance_m / 1000, 2)} km`]
  if (azimuth_deg !== null) parts.push(`${figure(azimuth_deg, 1)}°`)
  if (received_dbm !== null) parts.push(say('received', { dbm: figure(received_dbm, 1) }))
  if (!visible) parts.push(say('mastFor', { metres: figure(Math.ceil(clear_heights_m.los)) }))
  const { fresnel60 } = clear_heights_m
  if (fresnel60 !== null && fresnel60 > 0)
    parts.push(say('mastForFresnel', { metres: figure(Math.ceil(fresnel60)) }))
  return parts.join(' · ')
}
