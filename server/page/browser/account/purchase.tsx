import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type components, dataOf } from '../../../client/requests.ts'
import { Fault, useAttempt } from '../controls/controls.tsx'
import { client, refreshAccount } from '../service/session.ts'
import { figure, money, say } from '../words/words.ts'

type Pack = components['schemas']['Pack']

/** Lists credit packs. Payment happens on another site; users see the new balance when they return. */
export function Purchase() {
  const packs = useSignal<Pack[]>([])
  const checkout = useSignal<string | undefined>(undefined)
  const { fault, attempt } = useAttempt()

  useEffect(() => {
    void attempt(async () => {
      packs.value = dataOf(await client.value.GET('/api/v1/credits/packs')).packs
    })
    const returned = () => attempt(refreshAccount)
    window.addEventListener('focus', returned)
    return () => window.removeEventListener('focus', returned)
  }, [])

  const buy = (pack: string) =>
    attempt(async () => {
      checkout.value = undefined
      const header = { 'idempotency-key': crypto.randomUUID() }
      const answer = await client.value.POST('/api/v1/credits/purchase', {
        params: { header },
        body: { pack },
      })
      checkout.value = dataOf(answer).checkout_url
    })

  return (
    <section aria-label={say('buy')}>
      <h2 class="heading">{say('buy')}</h2>
      <div class="chips">
        {packs.value.map(({ pack, credits, price, currency }) => (
          <button key={pack} type="button" class="chip" onClick={() => buy(pack)}>
            {say('packFor', { credits: figure(credits), price: money(price, currency) })}
          </button>
        ))}
      </div>
      {checkout.value && (
        <p role="status">
          <a href={checkout.value} target="_blank" rel="noopener noreferrer">
            {say('goPay')}
          </a>
        </p>
      )}
      <Fault text={fault.value} />
    </section>
  )
}
