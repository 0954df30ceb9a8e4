/** Local certificate authority and the server certificates that the authority issues. */

import { createPrivateKey, KeyObject, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

export interface KeyPair {
  /** Certificate as PEM, followed by the chain if there is one. */
  cert: string
  key: string
}

const dayMs = 86_400_000
/** Validity in days; browsers reject more than 398 days. */
export const certificateDays = 365
const authorityDays = 20 * 365
/** Time in ms by which validity starts before the issue, for clients whose clocks are slow. */
const slowClockMs = 3_600_000
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const issuerPrefix = 'Radio coverage service on '

/** True if the issuer is a local certificate authority, current or former. */
export function isIssuedHere({ issuer }: X509Certificate): boolean {
  return issuer.startsWith(`CN=${issuerPrefix}`)
}

export async function makeAuthority(machine: string, now: Date): Promise<KeyPair> {
  const x509 = await import('@peculiar/x509')
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [issuerPrefix + machine] }],
    notBefore: new Date(now.getTime() - slowClockMs),
    notAfter: new Date(now.getTime() + authorityDays * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { cert: pemOf(cert), key: keyOf(keys.privateKey) }
}

/** Issues a server certificate for host names and IP addresses, followed by the authority's certificate. */
export async function issue(authority: KeyPair, names: readonly string[], now: Date): Promise<KeyPair> {
  const x509 = await import('@peculiar/x509')
  const issuer = new X509Certificate(authority.cert)
  const authorityKey = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' })
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const endMs = Math.min(now.getTime() + certificateDays * dayMs, Date.parse(issuer.validTo))
  const altNames = names.map((value) => ({
    type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
    value,
  }))
  const cert = await x509.X509CertificateGenerator.create({
    subject: [{ CN: ['localhost'] }],
    issuer: new x509.X509Certificate(issuer.raw).subjectName,
    notBefore: new Date(now.getTime() - slowClockMs),
    notAfter: new Date(endMs),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await crypto.subtle.importKey('pkcs8', authorityKey, algorithm, false, ['sign']),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(altNames),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      // Required by strict RFC 5280 verifiers, such as Python 3.13.
      await x509.AuthorityKeyIdentifierExtension.create(new x509.X509Certificate(issuer.raw)),
    ],
  })
  return { cert: `${pemOf(cert)}${authority.cert}`, key: keyOf(keys.privateKey) }
}

function pemOf(certificate: { toString(format: 'pem'): string }): string {
  return `${certificate.toString('pem').trim()}\n`
}

function keyOf(key: CryptoKey): string {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString()
}
