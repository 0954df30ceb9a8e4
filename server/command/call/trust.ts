/** Trust in an unknown certificate authority, confirmed once at a terminal for one service address. */

import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type DetailedPeerCertificate } from 'node:tls'
import { hostOf } from '../../../storage/network/loopback.ts'
import { Failure, MISUSED } from '../errors.ts'
import type { Io } from '../terminal/io.ts'
import { safe } from '../terminal/text.ts'
import { type Connection, keepSettings } from './settings.ts'

/** System error codes for a certificate from an unknown authority. */
export const unknownAuthority: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const HANDSHAKE_MS = 10_000

/**
 * Asks at the terminal whether to trust the service's certificate authority, and saves a confirmation.
 * `undefined` without a terminal, if the user named a certificate, or if no authority certificate is sent.
 */
export async function pin(connection: Connection, io: Io): Promise<Connection | undefined> {
  const { url, trust, settingsFile } = connection
  if (!io.inIsTerminal || !io.errIsTerminal || trust !== undefined) return undefined
  const authority = await authorityOf(url)
  if (authority === undefined) return undefined
  io.err(
    `The certificate of ${url} was issued by an authority that this machine does not trust:\n` +
      `  ${safe(authority.subject.replace(/^CN=/, ''))}\n` +
      `  SHA-256 ${authority.fingerprint256}\n` +
      'On the machine of the service, this command shows the fingerprint of its authority:\n' +
      '  openssl x509 -in data/tls/ca.pem -noout -fingerprint -sha256\n' +
      'Trust this authority for this address from now on? [y/N] ',
  )
  const answered = (await io.readLine()).trim()
  if (!/^y(es)?$/i.test(answered)) {
    throw new Failure('authority_not_trusted', `Nothing was sent to ${url}.`, MISUSED)
  }
  const pem = authority.toString()
  await keepSettings(io.env, (kept) => ({ ...kept, authorities: { ...kept.authorities, [url]: pem } }))
  io.err(`Certificate authority saved in ${settingsFile}.\n`)
  return { ...connection, ca: pem, caPath: undefined, trust: 'pinned' }
}

/** Error message for an untrusted authority, depending on how trust was configured. */
export function untrusted({ url, trust, ca, caPath, settingsFile }: Connection, code: string): Failure {
  if (trust === 'pinned' && ca !== undefined) {
    const { fingerprint256 } = new X509Certificate(ca)
    return new Failure(
      'authority_changed',
      `THE CERTIFICATE AUTHORITY OF ${url} HAS CHANGED: it is not the authority that you trusted, SHA-256 ${fingerprint256}. ` +
        'Someone may be intercepting the connection, so nothing was sent. If the service was set up again, remove ' +
        `this address from "authorities" in ${settingsFile}.`,
    )
  }
  if (trust === 'named') {
    return new Failure(
      'service_unreachable',
      `${url} has a certificate that was not issued by ${caPath} (${code}).`,
    )
  }
  return new Failure(
    'service_unreachable',
    `${url} does not answer (${code}): give the certificate to trust, such as data/tls/ca.pem of the service, with --ca, ` +
      'COVERAGE_CA or NODE_EXTRA_CA_CERTS; in a terminal, the command asks whether to trust the certificate',
  )
}

/** Root certificate of the chain, if the service's certificate verifies against that certificate authority. */
async function authorityOf(url: string): Promise<X509Certificate | undefined> {
  const { last } = await shakeHands(url)
  if (last === undefined) return undefined
  const { isTrusted } = await shakeHands(url, last.toString())
  return isTrusted ? last : undefined
}

/** TLS handshake without application data, to inspect the certificate chain before trusting the peer. */
function shakeHands(url: string, ca?: string): Promise<{ isTrusted: boolean; last?: X509Certificate }> {
  const { port } = new URL(url)
  const host = hostOf(new URL(url))
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca }),
      rejectUnauthorized: false,
      timeout: HANDSHAKE_MS,
    })
    const end = (found: { isTrusted: boolean; last?: X509Certificate }) => {
      socket.destroy()
      resolve(found)
    }
    socket.on('secureConnect', () => {
      const last = lastOf(socket.getPeerCertificate(true))
      end({ isTrusted: socket.authorized, ...(last && { last }) })
    })
    for (const event of ['error', 'timeout', 'close']) socket.on(event, () => end({ isTrusted: false }))
  })
}

/** Last certificate of the chain; `undefined` if the last certificate is not self-signed. */
function lastOf(peer: DetailedPeerCertificate): X509Certificate | undefined {
  let last: DetailedPeerCertificate | undefined = peer
  // The last certificate of the chain names itself as issuer, or has no issuer.
  while (last?.issuerCertificate && last.issuerCertificate !== last) last = last.issuerCertificate
  if (!last?.raw) return undefined
  const certificate = new X509Certificate(last.raw)
  return certificate.verify(certificate.publicKey) ? certificate : undefined
}
