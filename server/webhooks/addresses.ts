import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { unlessAborted } from '../../storage/network/deadline.ts'
import type { AllowedReceivers } from '../config/webhook-allow.ts'

/** What a name stands for at this moment. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<LookupAddress[]>

/** Addresses that may be sent to, found out for one try; the connection goes to one of them. */
export interface Receiver {
  url: URL
  addresses: LookupAddress[]
}

/** Why nothing was sent, as a word for the log of deliveries. */
export class RefusedError extends Error {
  readonly code: 'address_refused' | 'dns_failed'

  constructor(code: RefusedError['code']) {
    super(code)
    this.code = code
  }
}

/** Public by their number, and yet a cloud's own service for what runs in it. */
const metadataAddresses = new Set(['168.63.129.16'])
/** All that was ever given out as global unicast (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const dnsOptions = { timeout: 3000, tries: 2 }

/**
 * Whether this is an address of the public internet. Those that stand for another one (IPv4-mapped, NAT64, 6to4, Teredo)
 * are not, whatever they stand for.
 */
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

  /** Names that are allowed by the operator are those of his system, which may know more than the DNS does. */
  constructor(
    allowed: AllowedReceivers,
    { resolve = byDns, resolveAllowed = bySystem }: { resolve?: Resolve; resolveAllowed?: Resolve } = {},
  ) {
    this.#allowed = allowed
    this.#resolve = resolve
    this.#resolveAllowed = resolveAllowed
  }

  /** Why this can't be the address of a webhook, as far as that can be said of the text. */
  refusal(text: string): string | undefined {
    if (!URL.canParse(text)) return 'url must be an address such as https://example.com/hook'
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
   * Where to connect to for this one try.
   *
   * @throws {RefusedError}
   */
  async find(text: string, signal: AbortSignal): Promise<Receiver> {
    // What is allowed may have changed since the webhook was made.
    if (this.refusal(text) !== undefined) throw new RefusedError('address_refused')
    const url = new URL(text)
    const host = hostOf(url)
    const isNameListed = this.#allowed.hasName(host)
    const family = isIP(host)
    const resolve = isNameListed ? this.#resolveAllowed : this.#resolve
    const addresses =
      family === 0
        ? await resolve(host, signal).catch(() => {
            // Deliveries show a word; what the resolver said differs between systems.
            throw new RefusedError('dns_failed')
          })
        : [{ address: host, family }]
    if (addresses.length === 0) throw new RefusedError('dns_failed')
    // All of them: which one is connected to is up to chance.
    const isAllowed = ({ address }: LookupAddress) => this.#allowed.hasAddress(address) || isPublic(address)
    if (!isNameListed && !addresses.every(isAllowed)) throw new RefusedError('address_refused')
    return { url, addresses }
  }
}

/** Without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/**
 * Not the system's `getaddrinfo`: that occupies one of the few threads with which files are written too, for as long as
 * somebody's name server keeps silent.
 */
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

/** Not cancelled, as the system's look-up can't be: it ends by itself, and nobody waits for it after the time limit. */
const bySystem: Resolve = (name, signal) => unlessAborted(dns.lookup(name, { all: true }), signal)
