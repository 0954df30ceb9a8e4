import { isLoopbackUrl } from '../../storage/network/loopback.ts'

export { isLoopback, isLoopbackUrl } from '../../storage/network/loopback.ts'

/**
 * The one address to listen on: "localhost" may be two of them, for which the framework makes a second server that no
 * plugin and no renewed certificate reaches.
 */
export function addressOf(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host
}

/**
 * Whether loopback requests really come from this machine. They may not with a proxy on this machine, which there is
 * when PUBLIC_URL is not a loopback address, trusted or not.
 */
export function isLocalOnly(config: { publicUrl: string; trustedProxies: readonly string[] }): boolean {
  return config.trustedProxies.length === 0 && isLoopbackUrl(config.publicUrl)
}

/** What should be known of an absolute address that is handed out, as long as it opens on this machine alone. */
export function addressWarnings({ publicUrl }: { publicUrl: string }): { code: string; detail: string }[] {
  if (!isLoopbackUrl(publicUrl)) return []
  const detail =
    `Addresses begin with ${publicUrl}, which opens on the machine of the service alone. ` +
    'Set PUBLIC_URL, and HOST, to what others reach it by.'
  return [{ code: 'address_is_local', detail }]
}
