import { isIP } from 'node:net'

/** Whether nobody but this machine can reach a host of this name. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
