import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { unlessAborted } from '../../storage/network/deadline.ts'
import type { AllowedReceivers } from '../config/webhook-allow.ts'

export type Resolve = (name: string, signal: AbortSignal) => Promise<LookupAddress[]>

/** Allowed addresses for one attempt; the connection goes to one of them. */
export interface Receiver {
  url: URL
  addresses: LookupAddress[]
}

/** Reason why nothing was sent, as a code for the log of deliveries. */
export class RefusedError extends Error {
  readonly code: 'address_refused' | 'dns_failed'

  constructor(code: RefusedError['code']) {
    super(code)
    this.code = code
  }
}

/** Public addresses that are a cloud's internal services. */
const metadataAddresses = new Set(['168.63.129.16'])
/** All allocated global unicast (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const dnsOptions = { timeout: 3000, tries: 2 }

/** True for addresses of the public internet, except those that embed another one (NAT64, 6to4, Teredo, …). */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address) || metadataAddresses.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/** Decides where webhooks may send. */
export class Receivers {
  readonly #allowed: AllowedReceivers
  readonly #resolve: Resolve
  readonly #resolveAllowed: Resolve

  /** Names allowed by the operator are resolved by the system, which may know more than DNS. */
  constructor(
    allowed: AllowedReceivers,
    { resolve = byDns, resolveAllowed = bySystem }: { resolve?: Resolve; resolveAllowed?: Resolve } = {},
  ) {
    this.#allowed = allowed
    this.#resolve = resolve
    this.#resolveAllowed = resolveAllowed
  }

  refusal(text: string): string | undefined {
    if (!URL.canParse(text)) return 'url must be a URL such as https://example.com/hook'
    const url = new URL(text)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'url must begin with https://'
    if (url.username !== '' || url.password !== '') return 'url must have no user name and no password'
    if (url.hash !== '') return 'url must have no fragment'
    const host = hostOf(url)
    const isListed = this.#allowed.hasName(host) || (isIP(host) !== 0 && this.#allowed.hasAddress(host))
    if (url.protocol === 'http:' && !isListed) return 'url must begin with https://'
    const isLocalName = /(^|\.)localhost\.?$/.test(host)
    const isOpen = isIP(host) === 0 ? !isLocalName : isPublic(host)
    return isListed || isOpen ? undefined : 'url must be on the public internet'
  }

  /**
   * Resolves the address for one attempt.
   * @throws {RefusedError}
   */
  async find(text: string, signal: AbortSignal): Promise<Receiver> {
    // The allowed receivers may have changed since the webhook was created.
    if (this.refusal(text) !== undefined) throw new RefusedError('address_refused')
    const url = new URL(text)
    const host = hostOf(url)
    const isNameListed = this.#allowed.hasName(host)
    const family = isIP(host)
    const resolve = isNameListed ? this.#resolveAllowed : this.#resolve
    const addresses =
      family === 0
        ? await resolve(host, signal).catch(() => {
            // Deliveries show a code; resolver messages differ between systems.
            throw new RefusedError('dns_failed')
          })
        : [{ address: host, family }]
    if (addresses.length === 0) throw new RefusedError('dns_failed')
    // All of them, as any may be chosen for the connection.
    const isAllowed = ({ address }: LookupAddress) => this.#allowed.hasAddress(address) || isPublic(address)
    if (!isNameListed && !addresses.every(isAllowed)) throw new RefusedError('address_refused')
    return { url, addresses }
  }
}

/** Without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Not `getaddrinfo`, which would block one of the few threads that write files while a name server is silent. */
const byDns: Resolve = async (name, signal) => {
  const resolver = new dns.Resolver(dnsOptions)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** The system's look-up cannot be cancelled: it ends on its own, and its result is ignored after the time limit. */
const bySystem: Resolve = (name, signal) => unlessAborted(dns.lookup(name, { all: true }), signal)
