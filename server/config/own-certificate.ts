/** TLS certificate in DATA_DIR/tls: issued and renewed by a local certificate authority. */

import { X509Certificate } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { nodeFileNames, onlyPartPath, writeAtomically } from '../../storage/files/atomic-file.ts'
import { codeOf, orIfMissing } from '../../storage/files/system-errors.ts'
import { certificateDays, isIssuedHere, issue, type KeyPair, makeAuthority } from './authority.ts'
import type { Logger } from './logger.ts'

const dayMs = 86_400_000
const renewBeforeDays = 30

interface Context {
  now: Date
  logger: Logger | undefined
  readPair: (certPath: string, keyPath: string) => Promise<KeyPair>
}

/**
 * Reads or issues `cert.pem` and `key.pem`. A certificate issued by the authority in `ca.pem` is renewed if
 * missing, damaged, about to expire, or valid for too few names; an operator's certificate stays unchanged.
 * @throws if an operator's certificate and key do not match, or a file is unreadable; nothing is written then
 */
export async function ownPair(folder: string, names: readonly string[], context: Context): Promise<KeyPair> {
  const { now, logger, readPair } = context
  const certPath = join(folder, 'cert.pem')
  const keyPath = join(folder, 'key.pem')
  const stored = await certificateIn(certPath)
  const wasSelfSigned = stored !== undefined && isFormerlyMade(stored)
  if (stored && !wasSelfSigned && !isIssuedHere(stored)) return readPair(certPath, keyPath)

  const authorityPath = join(folder, 'ca.pem')
  const issuer = await certificateIn(authorityPath)
  if (stored && issuer && stored.verify(issuer.publicKey) && isGood(stored, names, now)) {
    const pair = await usable(readPair(certPath, keyPath))
    if (pair) return pair
  }

  await mkdir(folder, { recursive: true, mode: 0o700 })
  const authority = await authorityIn(folder, context)
  const made = await issue(authority, names, now)
  await write(keyPath, made.key)
  await write(certPath, made.cert)
  // Operators must make clients trust the authority in place of the self-signed certificate.
  if (wasSelfSigned) logger?.warn({ authority: authorityPath }, 'self-signed TLS certificate replaced')
  else logger?.info({ names }, 'TLS certificate issued')
  return made
}

/** Local authority; recreated only if lost, damaged or about to expire, keeping the previous files. */
async function authorityIn(folder: string, { now, logger, readPair }: Context): Promise<KeyPair> {
  const certPath = join(folder, 'ca.pem')
  const keyPath = join(folder, 'ca-key.pem')
  const stored = await usable(readPair(certPath, keyPath))
  if (stored && isLasting(new X509Certificate(stored.cert), now)) return stored
  const made = await makeAuthority(hostname(), now)
  const former = [await setAside(keyPath, now), await setAside(certPath, now)].filter((path) => path !== null)
  await write(keyPath, made.key)
  await write(certPath, made.cert)
  const { fingerprint256 } = new X509Certificate(made.cert)
  // Operators must make clients trust the new authority.
  if (former.length > 0)
    logger?.warn({ certPath, fingerprint256, former }, 'local certificate authority replaced')
  else logger?.info({ certPath, fingerprint256 }, 'local certificate authority created')
  return made
}

/** Key pair, or `undefined` if a file is missing or the certificate does not match the key. */
async function usable(pair: Promise<KeyPair>): Promise<KeyPair | undefined> {
  try {
    return await pair
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined || code === 'ENOENT') return undefined
    // Other errors do not prove that the file is damaged: opening may fail because of too many open files.
    throw error
  }
}

/** Renames a file to a unique name in the same folder and returns the new path; `null` if there is no file. */
async function setAside(path: string, now: Date): Promise<string | null> {
  const aside = `${path}.${now.toISOString().replaceAll(':', '')}`
  return orIfMissing(
    nodeFileNames.rename(path, aside).then(() => aside),
    null,
  )
}

/** Certificate in a file; `undefined` if the file is missing or contains no certificate. */
async function certificateIn(path: string): Promise<X509Certificate | undefined> {
  const bytes = await orIfMissing(readFile(path), undefined)
  if (bytes === undefined) return undefined
  try {
    return new X509Certificate(bytes)
  } catch {
    // A file with damaged or unrelated content counts as missing, and is replaced.
    return undefined
  }
}

/** True for self-signed certificates of earlier releases, recognized by their exact validity period. */
function isFormerlyMade({ subject, issuer, ca, validFrom, validTo }: X509Certificate): boolean {
  const validMs = Date.parse(validTo) - Date.parse(validFrom)
  return (
    subject === 'CN=localhost' && issuer === subject && !ca && validMs === certificateDays * dayMs + 3_600_000
  )
}

function isLasting({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  const isBegun = Date.parse(validFrom) <= now.getTime()
  return isBegun && Date.parse(validTo) - now.getTime() >= renewBeforeDays * dayMs
}

function isGood(certificate: X509Certificate, names: readonly string[], now: Date): boolean {
  if (!isLasting(certificate, now)) return false
  return names.every((name) =>
    isIP(name) === 0 ? certificate.checkHost(name) !== undefined : certificate.checkIP(name) !== undefined,
  )
}

async function write(path: string, text: string): Promise<void> {
  await writeAtomically(path, (file) => file.writeFile(text), {
    mode: 0o600,
    temporaryPath: onlyPartPath(path),
  })
}
