import { createHmac } from 'node:crypto'
import t from 'tap'
import { payloadOf, previousUntil, secretOf, signedHeaders } from '../../server/webhooks/payload.ts'
import { wordOf } from '../../server/webhooks/post.ts'
import type { Delivery, Webhook } from '../../storage/records/webhook-types.ts'

const key = Buffer.from('the key of the service')
const at = '2026-11-21T05:16:43.764Z'
const rotatedMs = Date.parse('2026-11-20T00:00:00.000Z')
const dayMs = 86_400_000

t.test('a body has what happened, and the time of it by the kind of event', async (t) => {
  const bodyOf = (event: object) => JSON.parse(payloadOf({ event: { at, ...event } } as unknown as Delivery))
  const simulation = { id: 'sim_a', status: 'completed', credits_charged: 2, created_at: 'then' }
  t.same(bodyOf({ type: 'simulation.completed', simulation }), {
    type: 'simulation.completed',
    timestamp: at,
    data: { ...simulation, completed_at: at, result_url: '/results/sim_a.tif' },
  })
  for (const ending of ['failed', 'deleted'])
    t.same(bodyOf({ type: `simulation.${ending}`, simulation }).data, { ...simulation, [`${ending}_at`]: at })
  t.same(bodyOf({ type: 'credits.low', credits: { balance: 1, threshold: 5 } }).data, {
    balance: 1,
    threshold: 5,
  })
  t.same(bodyOf({ type: 'webhook.test' }), { type: 'webhook.test', timestamp: at, data: {} })
})

t.test('it is signed with the secret, for a day after a rotation with the one before too', async (t) => {
  const webhook = (rotated_at: string | null) => ({ id: 'whk_a', secret_version: 3, rotated_at }) as Webhook
  const signedAt = (nowMs: number, rotated: string | null) =>
    signedHeaders(key, webhook(rotated), { event: { id: 'evt_a' }, body: '{"a":1}', nowMs })
  const signature = (version: number, seconds: number) => {
    const secret = Buffer.from(secretOf(key, { id: 'whk_a' }, version).replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', secret).update(`evt_a.${seconds}.{"a":1}`).digest('base64')}`
  }
  t.same(signedAt(1_700_000_000_999, null), {
    'webhook-id': 'evt_a',
    'webhook-timestamp': '1700000000',
    'webhook-signature': signature(3, 1_700_000_000),
  })
  const rotated = new Date(rotatedMs).toISOString()
  const lastMs = rotatedMs + dayMs - 1
  const seconds = Math.floor(lastMs / 1000)
  t.equal(signedAt(lastMs, rotated)['webhook-signature'], `${signature(3, seconds)} ${signature(2, seconds)}`)
  t.equal(signedAt(lastMs + 1, rotated)['webhook-signature'], signature(3, seconds + 1))
  t.equal(previousUntil(webhook(rotated), lastMs), new Date(rotatedMs + dayMs).toISOString())
  t.equal(previousUntil(webhook(rotated), lastMs + 1), undefined)
  t.equal(previousUntil(webhook(null), lastMs), undefined)
  const secrets = [
    secretOf(key, { id: 'a' }, 1),
    secretOf(key, { id: 'a' }, 2),
    secretOf(key, { id: 'b' }, 1),
  ]
  t.equal(new Set([...secrets, secretOf(Buffer.from('other'), { id: 'a' }, 1)]).size, 4)
  for (const secret of secrets) t.match(secret, /^whsec_[\w+/]{43}=$/)
})

t.test('why there was no answer is one of three words', async (t) => {
  const errorOf = (code: string, name = 'Error') => Object.assign(new Error('10.0.0.1'), { code, name })
  for (const [word, errors] of Object.entries({
    timeout: [errorOf('', 'AbortError'), errorOf('', 'TimeoutError'), errorOf('ETIMEDOUT')],
    tls_failed: [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'CERT_HAS_EXPIRED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'EPROTO',
    ].map((code) => errorOf(code)),
    connection_failed: [errorOf('ECONNREFUSED'), errorOf('ECONNRESET'), new Error('x')],
  }))
    for (const error of errors) t.equal(wordOf(error), word, `${error}`)
})
