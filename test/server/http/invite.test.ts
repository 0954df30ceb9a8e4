import t from 'tap'
import { runCommand } from '../../../server/admin/commands.ts'
import { startTestServer } from '../../helpers/server.ts'

// Invites: the one-time address of a new account's key.

const dayMs = 24 * 3_600_000

let nowMs = Date.UTC(2026, 0, 1)
const server = await startTestServer(t, { now: () => nowMs, recordsNow: () => new Date(nowMs) })
const { config, records, stores } = server.services
const client = server.client()

/** What the administration prints, and the code in it. */
async function invited(terms: { plan: 'pro'; credits: number } | { unmetered: true }) {
  const context = { records, plans: config.plans, publicUrl: () => config.publicUrl, stores }
  const made = await runCommand(context, { name: 'account invite', accountName: 'Ada', terms })
  const { account_id = '', url = '', expires_at = '' } = made as Record<string, string>
  return { accountId: account_id, url, expires_at, code: new URL(url).hash.replace('#invite=', '') }
}

const pro = { plan: 'pro', credits: 7 } as const
const redeem = (code: string) => client.post('/invite', { code })

/** A fresh window of the rate limit for each test. */
t.beforeEach(() => {
  nowMs += 60_000
})

t.test('an address is good for a key of the new account, once', async (t) => {
  const { accountId, code, expires_at, url } = await invited(pro)
  t.equal(url, `${config.publicUrl}/#invite=${code}`)
  t.equal(Date.parse(expires_at), nowMs + 7 * dayMs)
  t.same(records.keys(accountId), [], 'there is no key before')
  const answers = await Promise.all([1, 2, 3].map(() => redeem(code)))
  t.same(answers.map(({ status }) => status).sort(), [201, 410, 410])
  const answer = answers.find(({ status }) => status === 201)
  t.equal(answer?.headers['cache-control'], 'no-store')
  const { api_key = '' } = answer?.json<{ api_key: string }>() ?? {}
  t.match((await server.client(api_key).get('/api/v1/credits')).json(), { balance: 7, plan: 'pro' })
  t.equal(records.keys(accountId).length, 1)
  t.match((await redeem(code)).json(), { status: 410, code: 'invite_used' })
  const free = await invited({ unmetered: true })
  const { api_key: key } = (await redeem(free.code)).json<{ api_key: string }>()
  t.match((await server.client(key).get('/api/v1/credits')).json(), { unmetered: true })
})

t.test('it ends after seven days, and with its account', async (t) => {
  const [kept, late, gone, disabled] = await Promise.all([pro, pro, pro, pro].map(invited))
  if (!kept || !late || !gone || !disabled) throw new Error('Expected invites.')
  await records.deleteAccount(gone.accountId)
  await records.updateAccount(disabled.accountId, { disabled: true })
  nowMs += 7 * dayMs - 1
  t.equal((await redeem(kept.code)).status, 201)
  nowMs += 1
  t.match((await redeem(late.code)).json(), { status: 410, code: 'invite_expired' })
  for (const { code } of [gone, disabled]) {
    t.match((await redeem(code)).json(), { status: 404, code: 'invite_not_found' })
  }
})

t.test('what is guessed or altered opens nothing, and guesses are counted', async (t) => {
  const { code } = await invited(pro)
  const other = await server.account()
  const secret = code.split('_')[2] ?? ''
  const wrong = [
    '',
    code.slice(1),
    `${code.slice(0, -1)}${code.endsWith('a') ? 'b' : 'a'}`,
    `inv_${other.account.id.slice(4)}_${secret}`,
  ]
  for (const one of wrong) t.match((await redeem(one)).json(), { code: 'invite_not_found' }, one)
  t.match((await client.post('/invite', {})).json(), { status: 400 })
  for (let guess = wrong.length + 1; guess < 60; guess++) await redeem(`guess ${guess}`)
  const refused = await redeem(code)
  t.equal(refused.status, 429)
  const waitS = Number(refused.headers['retry-after'])
  nowMs += 1000 * (waitS - 1)
  t.match(await redeem(code), { status: 429, headers: { 'retry-after': '1' } }, 'a second too early')
  nowMs += 1000
  t.equal((await redeem(code)).status, 201)
})

t.test('no other origin may ask, and no code is logged', async (t) => {
  const { code } = await invited(pro)
  const headers = { origin: 'https://elsewhere.example' }
  const answer = await client.ask('/invite', { method: 'POST', body: { code }, headers })
  t.equal(answer.headers['access-control-allow-origin'], undefined)
  const { api_key } = answer.json<{ api_key: string }>()
  const log = server.log.join('')
  t.match(log, /"route":"\/invite","status":201/)
  for (const secret of [code.split('_')[2], api_key.split('_')[2]]) t.notOk(log.includes(secret ?? '-'))
})
