import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type { Config } from './config.ts'

/** Names in certificates: without a wildcard, and lower case, as verifiers compare them. */
const name = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

/** Names by which clients may address the service: localhost, HOST, the host of PUBLIC_URL, and the machine's. */
export function certificateNames(
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  machine: () => string[] = machineNames,
): string[] {
  const publicHost = unbracketed(new URL(publicUrl))
  const all = host === '0.0.0.0' || host === '::'
  const found = ['localhost', '127.0.0.1', '::1', ...(all ? [] : [host]), publicHost, ...machine()]
  // Certificates cannot contain the zone of a link-local address.
  const usable = found
    .map(canonical)
    .filter((each) => name.test(each) || (isIP(each) !== 0 && !each.includes('%')))
  return [...new Set(usable)]
}

/** IPv6 as in URLs, without dotted decimals, the form that certificate libraries accept. */
function canonical(host: string): string {
  const url = `https://[${host}]`
  return URL.canParse(url) ? unbracketed(new URL(url)) : host.toLowerCase()
}

function unbracketed({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Host name, its name on the local network (mDNS), and its addresses except link-local ones. */
function machineNames(): string[] {
  const own = hostname()
  const [short = ''] = own.split('.')
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const reachable = addresses.filter(({ internal, address }) => !internal && !/^fe80:|%/i.test(address))
  return [own, `${short}.local`, ...reachable.map(({ address }) => address)]
}
