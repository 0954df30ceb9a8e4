import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { hostOf } from '../../storage/network/loopback.ts'
import type { Config } from './config.ts'

/** Host name allowed in a certificate: no wildcard, and lower case, as TLS clients compare names. */
const name = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

/** Host names in the certificate: localhost, HOST, the host of PUBLIC_URL, and names of the machine. */
export function certificateNames(
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  machine: () => string[] = machineNames,
): string[] {
  const publicHost = hostOf(new URL(publicUrl))
  const all = host === '0.0.0.0' || host === '::'
  const found = ['localhost', '127.0.0.1', '::1', ...(all ? [] : [host]), publicHost, ...machine()]
  // Removes link-local addresses with a zone, which certificates cannot contain.
  const usable = found
    .map(canonical)
    .filter((each) => name.test(each) || (isIP(each) !== 0 && !each.includes('%')))
  return [...new Set(usable)]
}

/** Lower-case name; IPv6 as in URLs, without dotted decimals, as certificate libraries require. */
function canonical(host: string): string {
  const url = `https://[${host}]`
  return URL.canParse(url) ? hostOf(new URL(url)) : host.toLowerCase()
}

/** Host name, mDNS name, and addresses of this machine, except link-local addresses. */
function machineNames(): string[] {
  const own = hostname()
  const [short = ''] = own.split('.')
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const reachable = addresses.filter(({ internal, address }) => !internal && !/^fe80:|%/i.test(address))
  return [own, `${short}.local`, ...reachable.map(({ address }) => address)]
}
