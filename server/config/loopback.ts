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

/** Warnings about an absolute address: it opens on this machine alone, or browsers do not know its certificate. */
export function addressWarnings({
  publicUrl,
  tls,
  trustedProxies,
}: {
  publicUrl: string
  tls: object | null
  trustedProxies: readonly string[]
}): { code: string; detail: string }[] {
  if (isLoopbackUrl(publicUrl)) {
    const detail =
      `Addresses begin with ${publicUrl}, which opens only on the machine of the service. ` +
      'For access from other machines set PUBLIC_URL and HOST.'
    return [{ code: 'address_is_local', detail }]
  }
  if (hasKnownCertificate({ tls, trustedProxies }) || !publicUrl.startsWith('https:')) return []
  const detail =
    'The service issued its own certificate: browsers and programs warn until they trust its authority, ' +
    "the file tls/ca.pem of the service's DATA_DIR."
  return [{ code: 'certificate_is_own', detail }]
}

/** True where clients see a certificate of the operator, or of a proxy, and not one that the service issued itself. */
export function hasKnownCertificate({
  tls,
  trustedProxies,
}: {
  tls: object | null
  trustedProxies: readonly string[]
}): boolean {
  return tls !== null || trustedProxies.length > 0
}
