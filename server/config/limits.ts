import type { Account, Plan } from '../../storage/records/types.ts'

export interface PlanLimits {
  requestsPerMinute: number
  /** Simulations pending, or deleted and still computing, at the same time. */
  concurrent: number
  maxCells: number
  creditsPerMonth: number
  /** Bytes of stored results per account; above it no simulation is accepted. */
  storedBytes: number
}

export const defaultMaxPosts = 1_000_000_000

const gibibyte = 2 ** 30
/** Space kept free on the disk of the results: for records, which must always be stored, and for running jobs. */
export const keptFreeBytes = gibibyte
/** Inodes kept free. A simulation with its products uses some hundreds at most. */
export const keptFreeFiles = 2000

export type Plans = Readonly<Record<Plan, Readonly<PlanLimits>>>

export const defaultPlans: Plans = {
  // No access to simulations, but to its keys and the results it paid for.
  free: { requestsPerMinute: 60, concurrent: 0, maxCells: 0, creditsPerMonth: 0, storedBytes: 0 },
  pro: {
    requestsPerMinute: 60,
    concurrent: 3,
    maxCells: 100_000_000,
    creditsPerMonth: 5000,
    storedBytes: 20 * gibibyte,
  },
  enterprise: {
    requestsPerMinute: 300,
    concurrent: 10,
    maxCells: 400_000_000,
    creditsPerMonth: 100_000,
    storedBytes: 200 * gibibyte,
  },
}

/** The results bucket is this many times as large as the requests bucket: files are read in many small ranges. */
export const resultsFactor = 20

/** Waiting simulations above which the service is overloaded. */
export const maximumWaiting = 100
/** The same for simulations of batches. */
export const maximumInBatches = 20_000
export const maximumBatch = 1000

/** Points or rows of a request about places, and vertices of its lines and polygons together. */
export const maximumPoints = 50_000
export const maximumVertices = 20_000

export interface ClientTimeouts {
  /** For the head of a request, and for the whole request. */
  headersMs: number
  requestMs: number
  /** Without reading more of a response. */
  readingMs: number
}

export const clientTimeouts: Readonly<ClientTimeouts> = {
  headersMs: 15_000,
  requestMs: 30_000,
  readingMs: 30_000,
}

export const maximumAntennas = 50

export const maximumShares = 100
/** Networks per account, and sites per network: one byte per cell names them. */
export const maximumNetworks = 200
export const maximumSites = 250
/** Limits of a search: candidates, sites to choose, cells around all candidates, and bytes of their covered cells. */
export const maximumCandidates = 1000
export const maximumChosen = 50
export const maximumSearchCells = 2 ** 24
export const maximumSearchBytes = 2 ** 27
export const maximumNetworkCells = 1_000_000_000

export const maximumWebhooks = 10

/** Open checkouts per account: neither paid nor expired. */
export const maximumCheckouts = 20

const cellsPerCredit = 1_000_000
const postsPerCredit = 10_000_000

export function planOf(account: Pick<Account, 'plan'>, plans: Plans): Readonly<PlanLimits> {
  return plans[account.plan]
}

/** Maximum of credits that the account may use in a UTC month: its own limit, else its plan's. */
export function monthlyLimit(account: Pick<Account, 'plan' | 'limit'>, plans: Plans): number {
  return account.limit ?? plans[account.plan].creditsPerMonth
}

/** Cells of a circle, π · (1000 · range / resolution)², rounded up. */
export function cellsInCircle(maxRangeKm: number, resolutionM: number): number {
  return Math.ceil(Math.PI * ((1000 * maxRangeKm) / resolutionM) ** 2)
}

/** Credits for a simulation of these cells and elevation posts, with a model of this integer weight. */
export function price(cells: number, posts: number, weight: number): number {
  return Math.max(1, Math.ceil(cells / cellsPerCredit), Math.ceil(posts / postsPerCredit)) * weight
}

/** The finest resolution in metres, rounded up to 0.01, at which a circle has at most `maxCells` cells. */
export function finestResolution(maxRangeKm: number, maxCells: number): number {
  let hundredths = Math.max(1, Math.ceil(100_000 * maxRangeKm * Math.sqrt(Math.PI / maxCells)))
  // The square root rounds: try the neighbours.
  while (cellsInCircle(maxRangeKm, hundredths / 100) > maxCells) hundredths++
  while (hundredths > 1 && cellsInCircle(maxRangeKm, (hundredths - 1) / 100) <= maxCells) hundredths--
  return hundredths / 100
}

/** Seconds after which polling a pending status again stays within the rate, even for all simulations at once. */
export function retryAfterSeconds(
  { concurrent, requestsPerMinute }: Pick<PlanLimits, 'concurrent' | 'requestsPerMinute'>,
  secondsLeft: number,
): number {
  return Math.max(Math.ceil((60 * concurrent) / requestsPerMinute) + 1, Math.ceil(secondsLeft))
}
