import { isIP } from 'node:net'

/** True if only this machine can reach a host of this name. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

export function isLoopbackUrl(url: string | URL): boolean {
  const { hostname } = new URL(url)
  // IPv6 addresses are in brackets.
  return isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
