import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRecords } from '../../storage/records/records.ts'
import { seededRandom } from '../references/random.ts'
import { Caller } from './caller.ts'
import { checkAccount, checkLedger, checkRasterNames, checkRasters, settle } from './checks.ts'
import { Claims } from './claims.ts'
import { Hand, type Location } from './client.ts'
import { type ClusterOptions, CrashCluster } from './cluster.ts'
import { Follower } from './follower.ts'
import { ClusterHarm, LocalHarm } from './harm.ts'
import { Receiver } from './receiver.ts'
import { CrashService } from './service.ts'
import { copyRasters } from './store.ts'
import { sweepStore } from './sweep.ts'
import { addWebhook, checkPosts, untilPosted } from './webhook-checks.ts'
import { Witness } from './witness.ts'

/** Half of the accounts begin with little, so that they have to buy. */
const BALANCES = [1000, 20, 1000, 20, 1000, 20]
const HANDS_AN_ACCOUNT = 2
/** A kill comes so long after the clients began, at most. */
const LATEST_KILL_MS = 700
const SETTLE_MS = 60_000
const SETTLE_EVERY = 8
/** A post that failed may have to wait for its third try. */
const POSTS_MS = 90_000
const EVENTS_MS = 10_000
const OUTLOOK: Location = { latDeg: 47.63, lonDeg: 8.92 }

export interface CrashOptions extends ClusterOptions {
  rounds: number
  /** Called after each round. */
  onRound?: (round: number, whom: string, violations: number) => void
}

export interface CrashOutcome {
  claims: Claims
  kills: { server: number; compute: number }
  /** How often each of them happened. */
  strikes: Map<string, number>
  backend: string
  answers: number
  simulations: { accepted: number; completed: number; failed: number; deleted: number }
  /** Versions of the engines that completed simulations, and the errors of those that failed. */
  versions: string[]
  errors: string[]
  checkouts: { opened: number; paid: number }
  /** What webhooks posted, and how many events that were. */
  posts: { received: number; events: number }
  /** Start of the process to `listening`. */
  startsMs: number[]
  roundsMs: number[]
  /** What the service said last on standard error. */
  log: readonly string[]
}

/** Clients at full speed against the real service, of which something is killed or fails once a round. */
export async function crashTest(options: CrashOptions): Promise<CrashOutcome> {
  const { rounds, seed, backend, nodes = 0, onRound } = options
  const claims = new Claims()
  const draw = seededRandom(seed)
  const fsync = seed % 2 === 0 ? 'everysec' : 'always'
  const cluster = nodes === 0 ? undefined : await CrashCluster.make(fsync, options)
  const service = cluster?.service ?? (await CrashService.make(seed, backend))
  const harm = cluster ? new ClusterHarm(cluster, draw) : new LocalHarm(service, draw)
  const strikes = new Map<string, number>()
  const receiver = new Receiver(claims, seededRandom(seed + 1))
  const accounts = await service.makeAccounts(BALANCES)
  const clients = accounts.map((account, index) => {
    const caller = new Caller(account.apiKey, claims)
    const witness = new Witness(account, claims)
    const hands = Array.from(
      { length: HANDS_AN_ACCOUNT },
      (_, hand) => new Hand(caller, witness, `${index}.${hand}`, seed * 1000 + index * 10 + hand, OUTLOOK),
    )
    return { caller, witness, hands, follower: new Follower(account.apiKey, claims) }
  })
  const witnesses = clients.map(({ witness }) => witness)
  const [first] = clients
  if (first === undefined) throw new Error('Expected an account.')
  const roundsMs: number[] = []
  let usedBackend = '?'

  const start = async () => {
    const address = await service.start()
    if (
      !claims.claim(
        'ends',
        address !== undefined,
        () => `The server did not start:\n${service.log.join('\n')}`,
      )
    ) {
      throw new Error(claims.violations.at(-1)?.detail)
    }
    if (address === undefined) return
    for (const { caller, follower } of clients) {
      caller.connect(address.origin, address.certificate)
      follower.connect(address.origin, address.certificate)
    }
  }
  const pause = () => Promise.all(clients.flatMap(({ hands }) => hands.map((hand) => hand.pause())))
  const check = (isLast = false) =>
    Promise.all(clients.map(({ caller, witness }) => checkAccount(caller, witness, isLast)))
  const settled = async () => {
    await settle(first.caller, claims, SETTLE_MS)
    await check(true)
    // What nodes have written for nothing stays until the next sweep.
    if (cluster === undefined) await checkRasterNames(service.rasterDir, witnesses, claims)
  }

  try {
    await receiver.open()
    await cluster?.redis.server.start()
    await start()
    for (const node of cluster?.nodes ?? []) node.start()
    await cluster?.ready()
    for (const { caller, witness } of clients) await addWebhook(caller, receiver, witness.accountId)
    for (let round = 1; round <= rounds; round++) {
      const startMs = performance.now()
      for (const hand of clients.flatMap(({ hands }) => hands)) hand.go()
      await sleep(draw() * LATEST_KILL_MS)
      const whom = await harm.strike(start)
      strikes.set(whom, (strikes.get(whom) ?? 0) + 1)
      await sleep(draw() * 200)
      await pause()
      if (round % SETTLE_EVERY === 0) await settled()
      else await check()
      roundsMs.push(performance.now() - startMs)
      onRound?.(round, whom, claims.violations.length)
    }
    await cluster?.ready()
    await settled()
    const health = await first.caller.ask('/health')
    if (health) usedBackend = describeBackend(health.json())
    if (cluster === undefined) await checkRasters(service.rasterDir, witnesses, claims)
    await Promise.all(
      clients.map(async ({ caller, follower, witness }) => {
        await untilPosted(caller, claims, POSTS_MS)
        await follower.check(receiver.posts(witness.accountId), EVENTS_MS)
      }),
    )
    for (const node of cluster?.nodes ?? []) {
      const code = await node.stop()
      claims.claim('ends', code === 0, () => `After SIGTERM ${node.name} ended with code ${code}.`)
      claims.claim('ends', node.falls.length === 0, () => `Unasked: ${node.falls.join(', ')}.`)
    }
    const exitCode = await service.stop()
    claims.claim('ends', exitCode === 0, () => `After SIGTERM the server ended with code ${exitCode}.`)
    const records = await openRecords(service.recordsDir)
    try {
      for (const witness of witnesses) {
        await checkLedger(records, witness)
        await checkPosts(records, witness, receiver.posts(witness.accountId))
      }
      if (cluster) {
        await sweepStore(records, cluster.store.location)
        const attemptOf = (id: string) => records.simulation(id)?.attempt
        const folder = join(service.folder, 'swept')
        await copyRasters(cluster.store.location, folder)
        await checkRasterNames(folder, witnesses, claims, attemptOf)
        await checkRasters(folder, witnesses, claims, attemptOf)
      }
    } finally {
      await records.close()
    }
  } finally {
    await pause()
    for (const { caller, follower } of clients) {
      caller.close()
      follower.close()
    }
    await cluster?.remove()
    await service.remove()
    receiver.close()
  }

  const attempts = witnesses.flatMap((witness) => witness.attempts).filter(({ id }) => id !== undefined)
  const posts = witnesses.flatMap(({ accountId }) => receiver.posts(accountId))
  const checkouts = witnesses.flatMap((witness) => [...witness.checkouts.values()])
  return {
    claims,
    kills: service.kills,
    strikes,
    backend: usedBackend,
    answers: clients.reduce((sum, { caller }) => sum + caller.answers, 0),
    simulations: {
      accepted: attempts.length,
      completed: attempts.filter(({ final }) => final?.status === 'completed').length,
      failed: attempts.filter(({ final }) => final?.status === 'failed').length,
      deleted: attempts.filter(({ deleted }) => deleted).length,
    },
    versions: [...new Set(attempts.flatMap(({ final }) => final?.engine?.version ?? []))].sort(),
    errors: [...new Set(attempts.flatMap(({ final }) => final?.error?.code ?? []))].sort(),
    checkouts: { opened: checkouts.length, paid: checkouts.filter(({ paid }) => paid).length },
    posts: { received: posts.length, events: new Set(posts.map(({ id }) => id)).size },
    startsMs: service.startsMs,
    roundsMs,
    log: service.log,
  }
}

function describeBackend({ backend, device }: { backend: string | null; device: string | null }): string {
  return `${backend ?? '?'}, ${device ?? '?'}`
}
