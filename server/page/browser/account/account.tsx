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
            <div>
              <dt>{say('balance')}</dt>
              <dd>{figure(balance)}</dd>
            </div>
            <div>
              <dt>{say('heldNow')}</dt>
              <dd>{figure(held)}</dd>
            </div>
            <div>
              <dt>{say('thisMonth')}</dt>
              <dd>{say('usedOfLimit', { used: figure(used_this_month), limit: figure(limit) })}</dd>
            </div>
          </>
        )}
        <div>
          <dt>{say('plan')}</dt>
          <dd>{isUnmetered.value ? say('unmeteredPlan', { plan }) : plan}</dd>
        </div>
      </dl>
      {!isUnmetered.value && <Purchase />}
      <Keys />
      <section aria-label={say('antennas')}>
        <h2 class="heading">{say('antennas')}</h2>
        <button
          type="button"
          onClick={() => {
            view.value = 'antennas'
          }}
        >
          {say('openAntennas')}
        </button>
      </section>
      {!isUnmetered.value && <Ledger balance={balance} />}
    </div>
  )
}
