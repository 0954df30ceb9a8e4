import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type components, dataOf } from '../../../client/requests.ts'
import { useAttempt } from '../controls/controls.tsx'
import { Table } from '../controls/table.tsx'
import { client } from '../service/session.ts'
import { figure, moment, say, sayIfKnown } from '../words/words.ts'

type Entry = components['schemas']['LedgerEntry']

const PAGE = 20

/** List of credit transactions, newest first; reloaded when the balance changes. */
export function Ledger({ balance }: { balance: number }) {
  const entries = useSignal<Entry[]>([])
  const total = useSignal(0)
  const { fault, attempt } = useAttempt()

  const read = (limit: number) =>
    attempt(async () => {
      const query = { limit, offset: 0 }
      const page = dataOf(await client.value.GET('/api/v1/credits/ledger', { params: { query } }))
      entries.value = page.entries
      total.value = page.total
    })
  useEffect(() => void read(PAGE), [balance])

  return (
    <section aria-label={say('ledger')}>
      <h2 class="heading">{say('ledger')}</h2>
      <Table
        head={[say('when'), say('what'), say('credits'), say('balance')]}
        rows={entries.value.map(({ at, type, amount, balance }) => [
          moment(at),
          sayIfKnown(`ledger: ${type}`) ?? type,
          `${amount > 0 ? '+' : ''}${figure(amount)}`,
          figure(balance),
        ])}
      />
      {entries.value.length < total.value && (
        <button type="button" class="quiet" onClick={() => read(entries.value.length + PAGE)}>
          {say('showMore', { left: figure(total.value - entries.value.length) })}
        </button>
      )}
      {fault.value && <p class="fault">{fault}</p>}
    </section>
  )
}
