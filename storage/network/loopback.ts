import { isIP } from 'node:net'

/** Whether nobody but this machine can reach a host of this name. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Whether nobody but this machine can reach the host of an absolute address. */
export function isLoopbackUrl(url: string | URL): boolean {
  const { hostname } = new URL(url)
  // IPv6 stands in brackets there.
  return isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
