import { BlockList, isIP } from 'node:net'
import { ConfigError } from './settings.ts'

/** Proxy addresses in TRUST_PROXY, trusted to terminate TLS and to state the client's address. */
export class TrustedProxies {
  readonly #list = new BlockList()

  /** @throws {ConfigError} if an entry is neither an IP address nor a CIDR */
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

  /** True for a trusted address; IPv4 addresses may be in IPv6 notation (::ffff:10.0.0.1). */
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
