import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type components, dataOf } from '../../../client/requests.ts'
import { CopyField } from '../ask/copy-field.tsx'
import { Fault, useAttempt } from '../controls/controls.tsx'
import { client } from '../service/session.ts'
import { moment, say } from '../words/words.ts'

type Key = components['schemas']['Key']

export function Keys() {
  const keys = useSignal<Key[]>([])
  const made = useSignal<string | undefined>(undefined)
  const { fault, attempt } = useAttempt()

  async function list(): Promise<void> {
    keys.value = dataOf(await client.value.GET('/api/v1/keys')).keys
  }

  async function make(): Promise<void> {
    made.value = dataOf(await client.value.POST('/api/v1/keys')).api_key
    await list()
  }

  async function revoke(key_id: string): Promise<void> {
    dataOf(await client.value.DELETE('/api/v1/keys/{key_id}', { params: { path: { key_id } } }))
    if (made.value?.includes(key_id)) made.value = undefined
    await list()
  }

  useEffect(() => void attempt(list), [])

  return (
    <section aria-label={say('keys')}>
      <h2 class="heading">{say('keys')}</h2>
      <ul class="keys-list">
        {keys.value.map(({ key_id, last_used_at, current }) => (
          <li key={key_id} class="beside">
            <span class="grow">
              <code>{key_id}</code>
              <span class="hint">
                {' · '}
                {last_used_at === null ? say('neverUsed') : say('lastUsed', { moment: moment(last_used_at) })}
              </span>
            </span>
            {current ? (
              <span class="hint">{say('thisKey')}</span>
            ) : (
              <button
                type="button"
                class="quiet"
                aria-label={say('revokeKey', { key: key_id })}
                onClick={() => attempt(() => revoke(key_id))}
              >
                {say('revoke')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {made.value ? (
        <>
          <CopyField label={say('newKey')} text={made.value} />
          <p class="hint">{say('keyOnce')}</p>
        </>
      ) : (
        <button type="button" onClick={() => attempt(make)}>
          {say('makeKey')}
        </button>
      )}
      <Fault text={fault.value} />
    </section>
  )
}
