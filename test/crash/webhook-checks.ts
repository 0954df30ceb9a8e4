import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordStore } from '../../storage/records/types.ts'
import type { Caller } from './caller.ts'
import type { Claims } from './claims.ts'
import type { Post, Receiver } from './receiver.ts'
import type { Attempt, Witness } from './witness.ts'

const PATH = '/api/v1/webhooks'
const LOOK_EVERY_MS = 500

/** Has everything of an account posted to the receiver. */
export async function addWebhook(caller: Caller, receiver: Receiver, accountId: string): Promise<void> {
  const answer = await caller.ask(PATH, { method: 'POST', body: { url: receiver.urlOf(accountId) } })
  if (answer?.status !== 201) throw new Error(`A webhook was answered ${answer?.status}: ${answer?.text}`)
  receiver.expect(accountId, answer.json<{ secret: string }>().secret)
}

/** Waits until an account's webhook owes nothing, as long as it gets on. */
export async function untilPosted(caller: Caller, claims: Claims, patienceMs: number): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY
  let last = 'no answer'
  for (let endMs = performance.now() + patienceMs; performance.now() < endMs; ) {
    const answer = await caller.ask(PATH)
    if (answer?.status === 200) {
      last = answer.text
      const [webhook] = answer.json<{ webhooks: { owed: number; disabled: object | null }[] }>().webhooks
      const isWhole = webhook?.disabled === null
      if (!isWhole) break
      if (webhook.owed === 0) {
        claims.claim('webhooks', true, () => '')
        return
      }
      if (webhook.owed < fewest) {
        fewest = webhook.owed
        endMs = performance.now() + patienceMs
      }
    }
    await sleep(LOOK_EVERY_MS)
  }
  claims.claim('webhooks', false, () => `A webhook still owes something: ${last}.`)
}

/** What was posted for an account against what became of its simulations and credits. */
export async function checkPosts(
  records: RecordStore,
  witness: Witness,
  posts: readonly Post[],
): Promise<void> {
  const { accountId, byId, claims } = witness
  const bodies = new Map<string, string>()
  const bySubject = new Map<string, Post[]>()
  for (const post of posts) {
    const before = bodies.get(post.id) ?? post.body
    claims.claim('webhooks', before === post.body, () => `${post.id} was ${before}, then ${post.body}.`)
    bodies.set(post.id, before)
    const subject = String(post.data.id ?? post.data.payment_id ?? '')
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), post])
  }
  const { entries } = await records.ledger(accountId)
  const grants = new Set(
    entries.flatMap(({ type, payment_id }) => (type === 'grant' ? (payment_id ?? []) : [])),
  )
  for (const [subject, own] of bySubject) {
    const isKnown =
      byId.has(subject) || grants.has(subject) || own.every(({ type }) => type === 'credits.low')
    claims.claim('webhooks', isKnown, () => `${own[0]?.body} was posted of what is not there.`)
  }
  for (const payment of grants) checkGrant(claims, payment, bySubject.get(payment) ?? [])
  for (const [id, attempt] of byId) {
    const status = records.simulation(id)?.status
    checkSimulation(claims, attempt, { id, status, posts: bySubject.get(id) ?? [] })
  }
}

function checkGrant(claims: Claims, payment: string, posts: readonly Post[]): void {
  const ids = new Set(posts.map(({ id }) => id))
  const isRight = ids.size === 1 && posts.some(({ isAccepted }) => isAccepted)
  claims.claim(
    'webhooks',
    isRight,
    () => `The grant of ${payment} was posted as ${words(posts) || 'nothing'}.`,
  )
}

function checkSimulation(
  claims: Claims,
  { final }: Attempt,
  { id, status, posts }: { id: string; status: string | undefined; posts: readonly Post[] },
): void {
  const of = (type: string) => posts.filter((post) => post.type === `simulation.${type}`)
  const isAccepted = (type: string) => of(type).some((post) => post.isAccepted)
  const detail = () =>
    `${id} is ${status ?? 'gone'}, was ${final?.status ?? 'never final'}, posted: ${words(posts)}.`
  // Its end, where it is known; of one that was deleted early it may be unknown.
  const end = status ?? final?.status
  if (end !== undefined) claims.claim('webhooks', isAccepted(end), detail)
  claims.claim('webhooks', isAccepted('deleted') === (status === undefined), detail)
  const isLost = of('completed').length > 0 && of('failed').length > 0
  const isOther = end !== undefined && of(end === 'completed' ? 'failed' : 'completed').length > 0
  claims.claim('webhooks', !isLost && !isOther, detail)
  for (const type of ['completed', 'failed', 'deleted']) {
    const ids = new Set(of(type).map((post) => post.id))
    claims.claim('webhooks', ids.size <= 1, () => `${id} is ${type} under ${[...ids].join(', ')}.`)
  }
  const firstDeletion = posts.findIndex(({ type }) => type === 'simulation.deleted')
  const isInOrder =
    firstDeletion < 0 || posts.slice(firstDeletion).every(({ type }) => type === 'simulation.deleted')
  const ends = posts.slice(0, Math.max(0, firstDeletion))
  const isTaken = ends.length === 0 || ends.some((post) => post.isAccepted)
  claims.claim('webhooks', isInOrder && isTaken, () => `${id} came in this order: ${words(posts)}.`)
}

function words(posts: readonly Post[]): string {
  return posts.map(({ id, isAccepted, type }) => `${type} ${id}${isAccepted ? '' : ' (refused)'}`).join(', ')
}
