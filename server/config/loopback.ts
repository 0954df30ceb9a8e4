import { isIP } from 'node:net'

/** Whether nobody but this machine can reach a host of this name. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/**
 * The one address to listen on: "localhost" may be two of them, for which the framework makes a second server that no
 * plugin and no renewed certificate reaches.
 */
export function addressOf(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host
}

/** Whether nobody but this machine can reach the host of an absolute address. */
export function isLoopbackUrl(url: string | URL): boolean {
  const { hostname } = new URL(url)
  // IPv6 stands in brackets there.
  return isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/**
 * What is given to whoever is on this machine, without a key: only where nobody else can seem to be. A proxy on this
 * machine brings in others, and where PUBLIC_URL is not this machine's there is one, trusted or not.
 */
export function isForThisMachineAlone(config: {
  publicUrl: string
  trustedProxies: readonly string[]
}): boolean {
  return config.trustedProxies.length === 0 && isLoopbackUrl(config.publicUrl)
}
