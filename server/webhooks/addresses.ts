import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { unlessAborted } from '../../storage/network/deadline.ts'
import { hostOf } from '../../storage/network/loopback.ts'
import type { AllowedReceivers } from '../config/webhook-allow.ts'

export type Resolve = (name: string, signal: AbortSignal) => Promise<LookupAddress[]>

/** Resolved addresses for one delivery attempt; the connection is made to one of the addresses. */
export interface Receiver {
  url: URL
  addresses: LookupAddress[]
}

/** Reason why an attempt was not sent, as a code for the delivery log. */
export class RefusedError extends Error {
  readonly code: 'address_refused' | 'dns_failed'

  constructor(code: RefusedError['code']) {
    super(code)
    this.code = code
  }
}

/** Public addresses that cloud providers use for internal services. */
const metadataAddresses = new Set(['168.63.129.16'])
/** Allocated global unicast range (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const dnsOptions = { timeout: 3000, tries: 2 }

/** True for public internet addresses, except ranges that embed another address (NAT64, 6to4, Teredo, …). */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address) || metadataAddresses.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/** Decides which hosts webhooks may be sent to. */
export class Receivers {
  readonly #allowed: AllowedReceivers
  readonly #resolve: Resolve
  readonly #resolveAllowed: Resolve

  /** Host names allowed by the operator are resolved by the system, whose hosts file may add names to DNS. */
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
   * Resolves the host for one delivery attempt.
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
            // Delivery logs show a code, because resolver messages differ between systems.
            throw new RefusedError('dns_failed')
          })
        : [{ address: host, family }]
    if (addresses.length === 0) throw new RefusedError('dns_failed')
    // All addresses are checked, because the connection may use any of them.
    const isAllowed = ({ address }: LookupAddress) => this.#allowed.hasAddress(address) || isPublic(address)
    if (!isNameListed && !addresses.every(isAllowed)) throw new RefusedError('address_refused')
    return { url, addresses }
  }
}

/** Resolves by DNS; `getaddrinfo` would block a file I/O thread while a name server is silent. */
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

/** Resolves by the system; the lookup cannot be canceled, but the result is ignored after the time limit. */
const bySystem: Resolve = (name, signal) => unlessAborted(dns.lookup(name, { all: true }), signal)
