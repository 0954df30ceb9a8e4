import ipaddr from 'ipaddr.js'
import { ConfigError } from './settings.ts'

const hostName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/
/** Text of only digits, dots and slashes is an IP address or CIDR, possibly invalid. */
const nearlyAddress = /^[\d./]+$/

/** Receivers in WEBHOOK_ALLOW: private hosts to which webhooks may be sent, even in plain HTTP. */
export class AllowedReceivers {
  readonly #names = new Set<string>()
  readonly #ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] = []

  /** @throws {ConfigError} if an entry is neither a host name, nor an IP address, nor a CIDR */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const range = rangeOf(entry)
      const name = entry.toLowerCase()
      if (range) this.#ranges.push(range)
      else if (hostName.test(name) && !nearlyAddress.test(name)) this.#names.add(name)
      else {
        throw new ConfigError(
          `must be host names, addresses or CIDRs such as hooks.internal,10.1.0.0/16, separated by commas; ${JSON.stringify(entry)} is not one`,
        )
      }
    }
  }

  hasName(host: string): boolean {
    return this.#names.has(host.toLowerCase().replace(/\.$/, ''))
  }

  hasAddress(address: string): boolean {
    const parsed = ipaddr.parse(address)
    return this.#ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits))
  }
}

function rangeOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const { IPv4, IPv6 } = ipaddr
  // Only octets without leading zeros are accepted, because some parsers read 010 in 010.1 as octal.
  if (IPv4.isValidFourPartDecimal(entry)) return [IPv4.parse(entry), 32]
  if (IPv4.isValidCIDRFourPartDecimal(entry)) return IPv4.parseCIDR(entry)
  if (entry.includes('%')) return undefined
  if (IPv6.isValid(entry)) return [IPv6.parse(entry), 128]
  return IPv6.isValidCIDR(entry) ? IPv6.parseCIDR(entry) : undefined
}

export function parseAllowedReceivers(value: string): string[] {
  const entries = value.split(',').map((part) => part.trim())
  new AllowedReceivers(entries)
  return entries
}
