import type { Account, Plan } from '../../storage/records/types.ts'

export interface PlanLimits {
  requestsPerMinute: number
  /** Maximum number of unfinished simulations, including deleted ones that are still computing. */
  concurrent: number
  maxCells: number
  creditsPerMonth: number
  /** Maximum bytes of stored results per account; an account above the limit cannot start simulations. */
  storedBytes: number
}

export const defaultMaxPosts = 1_000_000_000

const gibibyte = 2 ** 30
/** Bytes kept free on the results disk for running jobs and for records, which must always be writable. */
export const keptFreeBytes = gibibyte
/** Number of inodes kept free; a simulation with all products needs at most a few hundred. */
export const keptFreeFiles = 2000

export type Plans = Readonly<Record<Plan, Readonly<PlanLimits>>>

export const defaultPlans: Plans = {
  // The free plan gives access to API keys and to results already paid for, but not to simulations.
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

/** Rate limit for results, as a multiple of that for other requests: files are read in many small ranges. */
export const resultsFactor = 20

/** Number of waiting simulations above which the service counts as overloaded. */
export const maximumWaiting = 100
/** Number of waiting batch simulations above which the service counts as overloaded. */
export const maximumInBatches = 20_000
export const maximumBatch = 1000

/** Maximum number of points or rows in a request with places, and of all vertices of lines and polygons. */
export const maximumPoints = 50_000
export const maximumVertices = 20_000

export const clientTimeouts = {
  /** Time limits in ms for receiving the headers of a request, and the whole request. */
  headersMs: 15_000,
  requestMs: 30_000,
  /** Time limit in ms for a client that stops reading a response. */
  readingMs: 30_000,
}

export type ClientTimeouts = Readonly<typeof clientTimeouts>

export const maximumAntennas = 50

export const maximumShares = 100
/** Maximum networks per account, and sites per network: rasters store site numbers in one byte per cell. */
export const maximumNetworks = 200
export const maximumSites = 250
/** Limits of a site search: candidates, selected sites, cells around all candidates, bytes of covered cells. */
export const maximumCandidates = 1000
export const maximumChosen = 50
export const maximumSearchCells = 2 ** 24
export const maximumCoveredBytes = 2 ** 27
export const maximumNetworkCells = 1_000_000_000

export const maximumWebhooks = 10

/** Maximum number of checkouts per account that are neither paid nor expired. */
export const maximumCheckouts = 20

const cellsPerCredit = 1_000_000
const postsPerCredit = 10_000_000

export function planOf(account: Pick<Account, 'plan'>, plans: Plans): Readonly<PlanLimits> {
  return plans[account.plan]
}

/** Credits that an account may use in a UTC month: the account's limit if set, else that of the plan. */
export function monthlyLimit(account: Pick<Account, 'plan' | 'limit'>, plans: Plans): number {
  return account.limit ?? plans[account.plan].creditsPerMonth
}

/** Number of cells in a circle: π · (1000 · range / resolution)², rounded up. */
export function cellsInCircle(maxRangeKm: number, resolutionM: number): number {
  return Math.ceil(Math.PI * ((1000 * maxRangeKm) / resolutionM) ** 2)
}

/** Price of a simulation in credits, from cells, elevation posts, and the model's integer weight. */
export function price(cells: number, posts: number, weight: number): number {
  return Math.max(1, Math.ceil(cells / cellsPerCredit), Math.ceil(posts / postsPerCredit)) * weight
}

/** Finest resolution in metres, a multiple of 0.01, at which the circle has at most `maxCells` cells. */
export function finestResolution(maxRangeKm: number, maxCells: number): number {
  let hundredths = Math.max(1, Math.ceil(100_000 * maxRangeKm * Math.sqrt(Math.PI / maxCells)))
  // Neighboring values are tried, because the square root is inexact.
  while (cellsInCircle(maxRangeKm, hundredths / 100) > maxCells) hundredths++
  while (hundredths > 1 && cellsInCircle(maxRangeKm, (hundredths - 1) / 100) <= maxCells) hundredths--
  return hundredths / 100
}

/** Polling interval that stays within the rate limit even if all concurrent simulations are polled. */
export function retryAfterSeconds(
  { concurrent, requestsPerMinute }: Pick<PlanLimits, 'concurrent' | 'requestsPerMinute'>,
  secondsLeft: number,
): number {
  return Math.max(Math.ceil((60 * concurrent) / requestsPerMinute) + 1, Math.ceil(secondsLeft))
}
