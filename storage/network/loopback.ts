import { isIP } from 'node:net'

/** True if the host name refers to this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

export function isLoopbackUrl(url: string | URL): boolean {
  const { hostname } = new URL(url)
  // In URLs, IPv6 addresses are in brackets.
  return isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
