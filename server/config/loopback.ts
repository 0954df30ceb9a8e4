import { isLoopbackUrl } from '../../storage/network/loopback.ts'

export { isLoopback, isLoopbackUrl } from '../../storage/network/loopback.ts'

/** Address to listen on; for "localhost", which may be two addresses, Fastify would open two servers. */
export function addressOf(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host
}

/** True if loopback requests come from this machine: no proxy is configured or implied by PUBLIC_URL. */
export function isLocalOnly(config: { publicUrl: string; trustedProxies: readonly string[] }): boolean {
  return config.trustedProxies.length === 0 && isLoopbackUrl(config.publicUrl)
}

interface Certified {
  tls: object | null
  trustedProxies: readonly string[]
}

/** Warns if PUBLIC_URL is reachable only from this machine, or if browsers distrust the certificate. */
export function addressWarnings({
  publicUrl,
  tls,
  trustedProxies,
}: Certified & { publicUrl: string }): { code: string; detail: string }[] {
  if (isLoopbackUrl(publicUrl)) {
    const detail =
      `URLs begin with ${publicUrl}, which opens only on the machine of the service. ` +
      'For access from other machines set PUBLIC_URL and HOST.'
    return [{ code: 'address_is_local', detail }]
  }
  if (hasKnownCertificate({ tls, trustedProxies }) || !publicUrl.startsWith('https:')) return []
  const detail =
    'The service issued its own certificate: browsers and programs warn until they trust its certificate authority, ' +
    'the file tls/ca.pem in the DATA_DIR of the service.'
  return [{ code: 'certificate_is_own', detail }]
}

/** True if clients see a certificate of the operator or of a proxy, not one issued by the service. */
export function hasKnownCertificate({ tls, trustedProxies }: Certified): boolean {
  return tls !== null || trustedProxies.length > 0
}
