import { computed, signal } from '@preact/signals'
import { clientOver, type components, dataOf } from '../../../client/requests.ts'
import { pause, retryAfterS } from './pause.ts'
import { RequestRate, turnOf } from './rate.ts'

export type Account = components['schemas']['Credits']

const storedName = 'coverage.key'
const ATTEMPTS = 5
const REFRESH_PAUSE_S = 5

/** The API key: in this tab's session storage, and in that of the browser for who wishes so. */
const apiKey = signal(sessionStorage.getItem(storedName) ?? localStorage.getItem(storedName) ?? undefined)
/** The token of `/#share=`: who came by it reads one simulation. */
export const shareToken = signal(shareInAddress())
/** Balance and plan, as last read. */
export const account = signal<Account | undefined>(undefined)
/** Whether a key that worked does no longer. */
export const isExpired = signal(false)

export const token = computed(() => shareToken.value ?? apiKey.value)
/** Whether the page shows one simulation to somebody without a key. */
export const isShared = computed(() => shareToken.value !== undefined)
/** Asks the service that the page came from. */
export const client = computed(() => clientOver(location.origin, send, token.value))

/** The result that the address names, until it is open. */
export const wantedResult = signal<string | undefined>(undefined)
/** Whether the address asks for a page to be printed. */
export const isPrinted = signal(false)
/** The one-time code of `/#login=`, until it is used. */
export const loginCode = signal<string | undefined>(undefined)
/** The same of `/#invite=`, until its owner has signed in. */
export const inviteCode = signal<string | undefined>(undefined)
/** The same of `/#setup=`, which makes the first account of the service. */
export const setupCode = signal<string | undefined>(undefined)

readAddress()
window.addEventListener('hashchange', () => {
  shareToken.value = shareInAddress()
  readAddress()
})

function readAddress(): void {
  const asked = new URLSearchParams(location.hash.slice(1))
  wantedResult.value = resultInAddress()
  isPrinted.value = asked.has('print')
  if (!['login', 'invite', 'setup'].some((name) => asked.has(name))) return
  // A code is in nobody's address bar or history for longer than it takes to read it.
  history.replaceState(null, '', addressOf(wantedResult.value))
  loginCode.value = asked.get('login') ?? undefined
  inviteCode.value = asked.get('invite') ?? undefined
  setupCode.value = asked.get('setup') ?? undefined
}

export function resultInAddress(): string | undefined {
  const asked = new URLSearchParams(location.hash.slice(1))
  return asked.get('result') ?? asked.get('print') ?? undefined
}

/** Of the page with this result open. */
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

/** Sent when its minute has room for it, which nearly always is at once. */
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

/** Signs out whose key has ended. */
export async function sendOnce(request: Request): Promise<Response> {
  const answer = await sendInTurn(request)
  if (answer.status === 401 && isByKey(request)) expire()
  return answer
}

/** Requests that wait until the service has read its terrain. */
const waitingForGround = signal(0)
export const isStarting = computed(() => waitingForGround.value > 0)

/**
 * Waits as a busy service says (429, 503), where asking again does no harm, and some times only; for one that starts, which
 * does nothing of what it refuses, as long as that takes.
 */
export async function send(request: Request): Promise<Response> {
  for (let attempt = 1; ; ) {
    const answer = await sendOnce(request)
    if (await saysStarting(answer)) {
      waitingForGround.value++
      await pause(retryAfterS(answer), request.signal).finally(() => waitingForGround.value--)
      continue
    }
    const isBusy = answer.status === 429 || answer.status === 503
    if (!isBusy || !isHarmless(request) || attempt === ATTEMPTS) return answer
    attempt++
    await pause(retryAfterS(answer), request.signal)
  }
}

async function saysStarting(answer: Response): Promise<boolean> {
  if (answer.status !== 503) return false
  // A proxy may answer without JSON.
  const { code } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string }
  return code === 'starting'
}

/** Whether it changes nothing, however often it is sent. */
function isHarmless({ method, url }: Request): boolean {
  return method === 'GET' || /\/(estimate|link|stats|features)(\?|$)/.test(url)
}

/** Whether it carried the key that one is signed in with. */
function isByKey({ headers }: Request): boolean {
  return apiKey.value !== undefined && headers.get('authorization') === `Bearer ${apiKey.value}`
}

/** What was asked for on the side, such as a legend; without it, or without an answer at all, the page goes on. */
export function ifAnswered<Data>(answer: Promise<{ data?: Data }>): Promise<Data | undefined> {
  return answer.then(
    ({ data }) => data,
    () => undefined,
  )
}

export async function refreshAccount(): Promise<void> {
  const before = token.value
  const read = dataOf(await client.value.GET('/api/v1/credits'))
  if (token.value === before) account.value = read
}

let isStale = false
let isRefreshing = false

/** Once for all that changes it meanwhile: a thousand of a batch may end one after the other. */
export async function refreshAccountSoon(): Promise<void> {
  isStale = true
  if (isRefreshing) return
  isRefreshing = true
  while (isStale) {
    isStale = false
    // The next event asks again.
    await refreshAccount().catch(() => {})
    await pause(REFRESH_PAUSE_S)
  }
  isRefreshing = false
}

/** Keeps the key if the service takes it, for this tab or for this browser, else throws what the service says. */
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

/** Signs in by the code of the address, whoever was signed in before. */
export async function signInByCode(code: string): Promise<void> {
  loginCode.value = undefined
  const key = await redeemLogin(code)
  // The service has just made it: the account is read beside what it is for.
  account.value = undefined
  keepKey(key, sessionStorage)
}

/** A key for a code that is good on this machine alone; that of the first account, which is made for it, too. */
export async function redeemLogin(code: string): Promise<string> {
  return dataOf(await clientOver(location.origin, send).POST('/login', { body: { code } })).api_key
}

/** The key of a new account, in exchange for the code of its invite. */
export async function redeemInvite(code: string): Promise<string> {
  return dataOf(await clientOver(location.origin, send).POST('/invite', { body: { code } })).api_key
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
