import { isIP } from 'node:net'

/** True if the host name refers to this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

export function isLoopbackUrl(url: string | URL): boolean {
  return isLoopback(hostOf(new URL(url)))
}

/** Host of a URL, without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
