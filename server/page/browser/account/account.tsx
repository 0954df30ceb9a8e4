import { Pair, setTo } from '../controls/controls.tsx'
import { account } from '../service/session.ts'
import { isUnmetered, view } from '../state/view.ts'
import { figure, say } from '../words/words.ts'
import { Keys } from './keys.tsx'
import { Ledger } from './ledger.tsx'
import { Purchase } from './purchase.tsx'

export function Account() {
  if (account.value === undefined) return null
  const { balance, held, plan, used_this_month, limit } = account.value
  return (
    <div class="account">
      <dl class="pairs">
        {!isUnmetered.value && (
          <>
            <Pair name={say('balance')}>{figure(balance)}</Pair>
            <Pair name={say('heldNow')}>{figure(held)}</Pair>
            <Pair name={say('thisMonth')}>
              {say('usedOfLimit', { used: figure(used_this_month), limit: figure(limit) })}
            </Pair>
          </>
        )}
        <Pair name={say('plan')}>{isUnmetered.value ? say('unmeteredPlan', { plan }) : plan}</Pair>
      </dl>
      {!isUnmetered.value && <Purchase />}
      <Keys />
      <section aria-label={say('antennas')}>
        <h2 class="heading">{say('antennas')}</h2>
        <button type="button" onClick={setTo(view, 'antennas')}>
          {say('openAntennas')}
        </button>
      </section>
      {!isUnmetered.value && <Ledger balance={balance} />}
    </div>
  )
}
