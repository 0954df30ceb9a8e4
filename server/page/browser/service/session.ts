import { computed, effect, signal } from '@preact/signals'
import { clientOver, type components, dataOf } from '../../../client/requests.ts'
import { pause, retryAfterS } from './pause.ts'
import { RequestRate, turnOf } from './rate.ts'

export type Account = components['schemas']['Credits']

const storedName = 'coverage.key'
const ATTEMPTS = 5
const REFRESH_PAUSE_S = 5

/** API key, from the tab's session storage or, if the user chose so, from local storage. */
const apiKey = signal(sessionStorage.getItem(storedName) ?? localStorage.getItem(storedName) ?? undefined)
/** Token in `/#share=`, which gives access to one simulation or network. */
export const shareToken = signal(shareInAddress())
export const account = signal<Account | undefined>(undefined)
export const isExpired = signal(false)

export const token = computed(() => shareToken.value ?? apiKey.value)
export const isShared = computed(() => shareToken.value !== undefined)
/** API client for the origin of the page. */
export const client = computed(() => clientOver(location.origin, send, token.value))

/** Calls back after a sign-in or sign-out, and when another share is opened. */
export function whenHolderChanges(forget: () => void): void {
  let holder = token.value
  effect(() => {
    if (token.value === holder) return
    holder = token.value
    forget()
  })
}

/** Id of the result or network requested by the URL; `undefined` once opened. */
export const requestedResult = signal<string | undefined>(undefined)
/** True if the URL requests a page for printing. */
export const isPrinted = signal(false)
/** One-time code in `/#login=`, until used. */
export const loginCode = signal<string | undefined>(undefined)
/** One-time code in `/#invite=`, until the user has signed in. */
export const inviteCode = signal<string | undefined>(undefined)
/** One-time code in `/#setup=`, which creates the first account. */
export const setupCode = signal<string | undefined>(undefined)

readAddress()
window.addEventListener('hashchange', () => {
  shareToken.value = shareInAddress()
  readAddress()
})

function readAddress(): void {
  const parameters = new URLSearchParams(location.hash.slice(1))
  requestedResult.value = resultInAddress()
  isPrinted.value = parameters.has('print')
  if (!['login', 'invite', 'setup'].some((name) => parameters.has(name))) return
  // Removes codes from the address bar and the browser history.
  history.replaceState(null, '', addressOf(requestedResult.value))
  loginCode.value = parameters.get('login') ?? undefined
  inviteCode.value = parameters.get('invite') ?? undefined
  setupCode.value = parameters.get('setup') ?? undefined
}

export function resultInAddress(): string | undefined {
  const parameters = new URLSearchParams(location.hash.slice(1))
  return parameters.get('result') ?? parameters.get('print') ?? undefined
}

export function addressOf(id: string | undefined): string {
  return id === undefined ? '/' : `/#${new URLSearchParams({ result: id })}`
}

function shareInAddress(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get('share') ?? undefined
}

export function authorization(): Record<string, string> {
  return token.value === undefined ? {} : { authorization: `Bearer ${token.value}` }
}

const rate = new RequestRate()

async function sendInTurn(request: Request): Promise<Response> {
  const turn = turnOf(request)
  if (turn === undefined) return fetch(request.clone())
  for (;;) {
    const waitMs = rate.begin(turn, Date.now())
    if (waitMs === 0) break
    await pause(waitMs / 1000, request.signal)
  }
  let answer: Response | undefined
  try {
    answer = await fetch(request.clone())
    return answer
  } finally {
    rate.end(turn, answer?.headers, Date.now())
  }
}

export async function sendOnce(request: Request): Promise<Response> {
  const answer = await sendInTurn(request)
  if (answer.status === 401 && isByKey(request)) expire()
  return answer
}

/** Number of requests that wait until the service has scanned the terrain. */
const waitingForTerrain = signal(0)
export const isStarting = computed(() => waitingForTerrain.value > 0)

/** Retries idempotent requests a few times after 429 or 503; during startup of the service, all requests. */
export async function send(request: Request): Promise<Response> {
  for (let attempt = 1; ; ) {
    const answer = await sendOnce(request)
    if (await isStartingResponse(answer)) {
      waitingForTerrain.value++
      await pause(retryAfterS(answer), request.signal).finally(() => waitingForTerrain.value--)
      continue
    }
    const isBusy = answer.status === 429 || answer.status === 503
    if (!isBusy || !isIdempotent(request) || attempt === ATTEMPTS) return answer
    attempt++
    await pause(retryAfterS(answer), request.signal)
  }
}

async function isStartingResponse(answer: Response): Promise<boolean> {
  if (answer.status !== 503) return false
  // A proxy may respond with a body that is not JSON.
  const { code } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string }
  return code === 'starting'
}

function isIdempotent({ method, url }: Request): boolean {
  return method === 'GET' || /\/(estimate|link|stats|features)(\?|$)/.test(url)
}

function isByKey({ headers }: Request): boolean {
  return apiKey.value !== undefined && headers.get('authorization') === `Bearer ${apiKey.value}`
}

/** Data of a response that is optional, such as a legend; `undefined` on any failure. */
export function ifAnswered<Data>(answer: Promise<{ data?: Data }>): Promise<Data | undefined> {
  return answer.then(
    ({ data }) => data,
    () => undefined,
  )
}

/** Reader of data that is the same for all accounts: reads once, and again after a failure. */
export function onceAnswered<Data>(
  ask: () => Promise<{ data?: Data }>,
  take: (data: Data | undefined) => void,
): () => Promise<void> {
  let reading: Promise<void> | undefined
  return () => {
    reading ??= ifAnswered(ask()).then((data) => {
      if (data === undefined) reading = undefined
      take(data)
    })
    return reading
  }
}

export async function refreshAccount(): Promise<void> {
  const before = token.value
  const read = dataOf(await client.value.GET('/api/v1/credits'))
  if (token.value === before) account.value = read
}

let isStale = false
let isRefreshing = false

/** Refreshes the account, at most once per interval: simulations of a batch may end in quick succession. */
export async function refreshAccountSoon(): Promise<void> {
  isStale = true
  if (isRefreshing) return
  isRefreshing = true
  while (isStale) {
    isStale = false
    // A failure is ignored, because the next event triggers another refresh.
    await refreshAccount().catch(() => {})
    await pause(REFRESH_PAUSE_S)
  }
  isRefreshing = false
}

/** Stores the key, for this tab or for this browser, if the service accepts it; otherwise throws. */
export async function signIn(key: string, isKept = false): Promise<void> {
  account.value = dataOf(await clientOver(location.origin, send, key).GET('/api/v1/credits'))
  keepKey(key, isKept ? localStorage : sessionStorage)
}

function keepKey(key: string, keptIn: Storage): void {
  forgetKey()
  keptIn.setItem(storedName, key)
  isExpired.value = false
  apiKey.value = key
}

/** Signs in with a code from the URL, replacing any current session. */
export async function signInByCode(code: string): Promise<void> {
  try {
    const key = await redeem('/login', code)
    // The new key has no account data yet; the account is read together with the first data.
    account.value = undefined
    keepKey(key, sessionStorage)
  } finally {
    // Not before: the page of an earlier session would open the requested result and lose it with its key.
    loginCode.value = undefined
  }
}

/** Exchanges a login code, valid only on this machine, or the invite code of a new account, for an API key. */
export async function redeem(path: '/login' | '/invite', code: string): Promise<string> {
  return dataOf(await clientOver(location.origin, send).POST(path, { body: { code } })).api_key
}

function forgetKey(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(storedName)
}

export function signOut(): void {
  forgetKey()
  apiKey.value = undefined
  account.value = undefined
}

function expire(): void {
  isExpired.value = true
  signOut()
}
