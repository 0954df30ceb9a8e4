import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type components, dataOf } from '../../../client/requests.ts'
import { CopyField } from '../ask/copy-field.tsx'
import { Fault, useAttempt } from '../controls/controls.tsx'
import { client } from '../service/session.ts'
import type { NetworkRecord, SimulationRecord } from '../state/results.ts'
import { viewQuery } from '../state/viewing.ts'
import { sayWarning } from '../words/problems.ts'
import { moment, say } from '../words/words.ts'
import { ShareAddresses } from './share-addresses.tsx'

type Share = components['schemas']['Share']
type NewShare = components['schemas']['NewShare']

interface Props {
  record: SimulationRecord | NetworkRecord
  /** Query of the displayed view, without "?". */
  query?: string
}

export function Shares({ record, query = viewQuery(record.id) }: Props) {
  const { id } = record
  const kind = 'sites' in record ? 'networks' : 'simulations'
  const shares = useSignal<Share[]>([])
  const made = useSignal<string | undefined>(undefined)
  const warnings = useSignal<NewShare['warnings']>([])
  const { fault, attempt } = useAttempt()
  const params = { path: { id } }

  const viewed = [made.value, query].filter(Boolean).join('&')

  async function list(): Promise<void> {
    shares.value = dataOf(await client.value.GET(`/api/v1/${kind}/{id}/shares`, { params })).shares
  }

  async function share(): Promise<void> {
    const answer = await client.value.POST(`/api/v1/${kind}/{id}/shares`, { params, body: {} })
    const { url, warnings: shareWarnings } = dataOf(answer)
    made.value = url
    warnings.value = shareWarnings
    await list()
  }

  async function revoke(share_id: string): Promise<void> {
    const path = { id, share_id }
    dataOf(await client.value.DELETE(`/api/v1/${kind}/{id}/shares/{share_id}`, { params: { path } }))
    if (made.value?.includes(share_id)) made.value = undefined
    await list()
  }

  useEffect(() => void attempt(list), [id])

  return (
    <section aria-label={say('sharing')}>
      <h3>{say('sharing')}</h3>
      {made.value ? (
        <>
          <CopyField label={say('shareAddress')} text={viewed} />
          <ShareAddresses record={record} address={viewed} query={query} />
          {warnings.value.map((warning) => (
            <p key={warning.code} class="fault" role="status">
              {sayWarning(warning)}
            </p>
          ))}
          <p class="hint">{say('shareOnce')}</p>
        </>
      ) : (
        <button type="button" onClick={() => attempt(share)}>
          {say('share')}
        </button>
      )}
      {shares.value.length > 0 && (
        <ul class="shares">
          {shares.value.map(({ share_id, expires_at }) => (
            <li key={share_id} class="beside">
              <span class="hint grow">{say('goodUntil', { moment: moment(expires_at) })}</span>
              <button type="button" class="quiet" onClick={() => attempt(() => revoke(share_id))}>
                {say('revoke')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Fault text={fault.value} />
    </section>
  )
}
