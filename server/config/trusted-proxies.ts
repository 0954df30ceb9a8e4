import { BlockList, isIP } from 'node:net'
import { ConfigError } from './settings.ts'

/** Addresses of TRUST_PROXY, which may end TLS for the service and state the client's address. */
export class TrustedProxies {
  readonly #list = new BlockList()

  /** @throws {ConfigError} if an entry is neither an address nor a CIDR */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
      const family = familyOf(address)
      const bits = isIP(address) === 4 ? 32 : 128
      if (family === undefined || Number(length ?? 0) > bits) {
        throw new ConfigError(
          `must be addresses or CIDRs such as 127.0.0.1,10.0.0.0/8, separated by commas; ${JSON.stringify(entry)} is neither`,
        )
      }
      this.#list.addSubnet(address, Number(length ?? bits), family)
    }
  }

  /** True for these addresses; an IPv4 address may be written as IPv6 (::ffff:10.0.0.1). */
  has(address: string): boolean {
    const family = familyOf(address)
    return family !== undefined && this.#list.check(address, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}

export function parseProxies(value: string): string[] {
  const entries = value.split(',').map((part) => part.trim())
  new TrustedProxies(entries)
  return entries
}
