import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { isLocalOnly, isLoopback, isLoopbackUrl } from '../config/loopback.ts'
import { Problem, type ProblemCode } from '../http/errors.ts'
import { refuseExceeded, secondsUntil } from '../http/rate-limit.ts'
import { object, text } from '../http/schemas/common.ts'
import { maximumKeys, sendNewKey } from './keys.ts'
import { NewKey } from './schemas.ts'

const codeProblems = ['rate_limited', 'too_many_keys', 'overloaded'] as const

function codeBody(title: string, description: string, example: string) {
  return object(
    title,
    `One-time code of a URL with ${description}`,
    { code: text(`One-time code, which follows ${description} in the URL`, example, { maxLength: 100 }) },
    { additionalProperties: false, examples: [{ code: example }] },
  )
}

/** Counts guesses of codes per client address, against the rate limit of requests without a key. */
function countGuess(app: FastifyInstance, request: FastifyRequest): void {
  const standing = app.countAddress(request.ip)
  refuseExceeded(standing, { 'retry-after': secondsUntil(standing.resetMs, app.services.now()) })
}

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

const LoginCode = codeBody('LoginCode', '#login= or #setup=', 'kP3xW0aYt1c7')

/**
 * Exchanges a one-time code for an API key of an existing account, or of the first account, created as
 * unmetered. Answers only loopback requests to a loopback host name without a proxy; others get a 404.
 */
export const login: FastifyPluginAsyncTypebox = async (app) => {
  const { config, logins, records } = app.services

  async function keyOf({ accountId }: { accountId: string | undefined }) {
    return accountId === undefined
      ? records.createAccountWithKey({ name: 'me', unmetered: true })
      : records.createKey(accountId, maximumKeys)
  }

  app.post(
    '/login',
    {
      // Browsers on this machine may not log in from pages of other origins.
      config: {
        cors: false,
        problems: [...codeProblems, 'key_invalid', 'route_not_found'],
      },
      onRequest: async (request) => {
        countGuess(app, request)
        if (!isLocalOnly(config) || !isFromHere(request)) throw new Problem('route_not_found')
      },
      schema: {
        operationId: 'login',
        summary:
          'Exchange the one-time code of a login or setup URL (/#login=, /#setup=) for an API key, on the machine of the service',
        tags: ['keys'],
        security: [],
        body: LoginCode,
        response: { 201: NewKey },
      },
    },
    async ({ body: { code } }, reply) => {
      const login = logins.take(code)
      if (login === undefined || (login.accountId === undefined && records.accounts().length > 0)) {
        throw new Problem('key_invalid', 'The code is wrong, was used before, or is older than ten minutes.')
      }
      const made = await keyOf(login).catch((error: unknown) => {
        login.giveBack()
        throw error
      })
      if (made === undefined) {
        login.giveBack()
        throw new Problem('too_many_keys')
      }
      return sendNewKey(reply, made)
    },
  )
}

/** True if a browser on this machine can reach the service under a host name that `login` accepts. */
export function isOpenHere(config: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>): boolean {
  const isAll = config.host === '0.0.0.0' || config.host === '::'
  return isLocalOnly(config) && (isAll || isLoopback(config.host))
}

/** Checks connection, Host and Origin, because a host name of another site may resolve to this machine. */
export function isFromHere({
  headers,
  socket,
}: Pick<FastifyRequest, 'headers'> & { socket: { remoteAddress?: string | undefined } }): boolean {
  const { host = '', origin } = headers
  const address = `https://${host}`
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    forwarding.every((name) => headers[name] === undefined) &&
    URL.canParse(address) &&
    isLoopbackUrl(address) &&
    (origin === undefined || origin === address)
  )
}

const InviteCode = codeBody('InviteCode', '#invite=', 'inv_Xk81dQzR0vWm4LcTnE7s_…')

const refusals = {
  not_found: 'invite_not_found',
  used: 'invite_used',
  expired: 'invite_expired',
  too_many_keys: 'too_many_keys',
} as const satisfies Record<string, ProblemCode>

export const invite: FastifyPluginAsyncTypebox = async (app) => {
  const { records } = app.services

  app.post(
    '/invite',
    {
      // Browsers may send invite codes only from the service's own page.
      config: { cors: false, problems: [...codeProblems, ...Object.values(refusals)] },
      onRequest: async (request) => countGuess(app, request),
      schema: {
        operationId: 'redeemInvite',
        summary:
          'Exchange the one-time code of an invite URL (/#invite=) for the API key of a new account, within seven days',
        tags: ['keys'],
        security: [],
        body: InviteCode,
        response: { 201: NewKey },
      },
    },
    async ({ body: { code } }, reply) => {
      const redeemed = await records.redeemInvite(code, maximumKeys)
      if (redeemed.outcome !== 'redeemed') throw new Problem(refusals[redeemed.outcome])
      return sendNewKey(reply, redeemed)
    },
  )
}
