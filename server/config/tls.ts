import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { onlyPartPath, writeAtomically } from '../../storage/files/atomic-file.ts'
import type { Config } from './config.ts'
import type { Logger } from './logger.ts'

const dayMs = 86_400_000
const validDays = 365
const renewBeforeDays = 30
/** Files are compared rather than watched: they are often links that are swapped as a whole. */
const fileCheckMs = 5000
/** Half a day: a certificate is renewed well before it ends. */
const renewalCheckMs = dayMs / 2

/** TLS 1.2 is the floor. */
export const minimumTlsVersion = 'TLSv1.2'

export interface KeyPair {
  /** PEM, with the chain if there is one. */
  cert: string
  key: string
}

/** Validity of the certificate at the present time. */
export const validities = ['ok', 'expired', 'not_yet_valid'] as const
export type Validity = (typeof validities)[number]

export interface Certificate extends Readonly<KeyPair> {
  readonly validity: Validity
  /** Calls back with every later pair, for `server.setSecureContext`. */
  onChange(callback: (pair: KeyPair) => void): void
  /** Looks at once, rather than when it is next due. */
  check(): Promise<void>
  close(): void
}

export interface CertificateOptions {
  checkMs?: number
  now?: () => Date
  logger?: Logger
}

/**
 * The pair in TLS_CERT and TLS_KEY, or else a self-signed one in DATA_DIR/tls, which is made and renewed as needed.
 * `cert` and `key` are always the current ones.
 *
 * @throws when the files are not a certificate and its key
 */
export async function openCertificate(
  config: Pick<Config, 'tls' | 'dataDir' | 'host'>,
  options: CertificateOptions = {},
): Promise<Certificate> {
  const { checkMs = config.tls ? fileCheckMs : renewalCheckMs, now = () => new Date(), logger } = options
  const { tls } = config
  const read = tls
    ? () => readPair(tls.certPath, tls.keyPath)
    : () => selfSignedPair(join(config.dataDir, 'tls'), certificateNames(config.host), now())
  let current = await read()
  const callbacks: ((pair: KeyPair) => void)[] = []
  let warned = false
  /** The last complaint: it is repeated once a day, and for each other certificate. */
  let complaint = ''

  function complain(): void {
    const { cert } = current
    const validity = validityOf(cert, now())
    const about = `${validity} ${Math.floor(now().getTime() / dayMs)} ${cert}`
    if (validity === 'ok' || about === complaint) return
    complaint = about
    const { validFrom, validTo } = new X509Certificate(cert)
    logger?.error({ validity, validFrom, validTo }, 'the TLS certificate is not valid now: clients refuse it')
  }
  complain()

  async function check(): Promise<void> {
    try {
      const found = await read()
      warned = false
      if (found.cert === current.cert && found.key === current.key) return
      current = found
      for (const callback of callbacks) callback(found)
      logger?.info({}, 'the TLS certificate was changed')
    } catch (error) {
      // Between the change of one file and that of the other they don't fit; the old pair serves until they do.
      if (!warned) logger?.warn({ reason: String(error) }, 'the TLS certificate was not reloaded')
      warned = true
    } finally {
      complain()
    }
  }

  let checking = false
  const timer = setInterval(async () => {
    if (checking) return
    checking = true
    await check()
    checking = false
  }, checkMs).unref()

  return {
    get cert() {
      return current.cert
    },
    get key() {
      return current.key
    },
    get validity() {
      return validityOf(current.cert, now())
    },
    onChange: (callback) => callbacks.push(callback),
    check,
    close() {
      clearInterval(timer)
      callbacks.length = 0
    },
  }
}

/** localhost, 127.0.0.1, ::1 and the host that is listened on, unless that means "all addresses". */
function certificateNames(host: string): string[] {
  const all = host === '0.0.0.0' || host === '::'
  return [...new Set(['localhost', '127.0.0.1', '::1', ...(all ? [] : [host])])]
}

async function readPair(certPath: string, keyPath: string): Promise<KeyPair> {
  const [cert, key] = await Promise.all([readFile(certPath, 'utf8'), readFile(keyPath, 'utf8')])
  let fits: boolean
  try {
    fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch (cause) {
    throw new Error(`Expected a PEM certificate in ${certPath} and its PEM key in ${keyPath}.`, { cause })
  }
  if (!fits) throw new Error(`The key in ${keyPath} is not that of the certificate in ${certPath}.`)
  return { cert, key }
}

function validityOf(cert: string, now: Date): Validity {
  const { validFrom, validTo } = new X509Certificate(cert)
  if (Date.parse(validFrom) > now.getTime()) return 'not_yet_valid'
  return Date.parse(validTo) < now.getTime() ? 'expired' : 'ok'
}

async function selfSignedPair(folder: string, names: string[], now: Date): Promise<KeyPair> {
  const certPath = join(folder, 'cert.pem')
  const keyPath = join(folder, 'key.pem')
  // Missing, damaged or half written: made anew.
  const stored = await readPair(certPath, keyPath).catch(() => undefined)
  if (stored && isGood(stored.cert, names, now)) return stored

  const made = await makePair(names, now)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [path, text] of [
    [keyPath, made.key],
    [certPath, made.cert],
  ] as const) {
    await writeAtomically(path, (file) => file.writeFile(text), {
      mode: 0o600,
      temporaryPath: onlyPartPath(path),
    })
  }
  return made
}

function isGood(cert: string, names: string[], now: Date): boolean {
  const certificate = new X509Certificate(cert)
  const daysLeft = (Date.parse(certificate.validTo) - now.getTime()) / dayMs
  if (daysLeft < renewBeforeDays || validityOf(cert, now) !== 'ok') return false
  return names.every((name) =>
    isIP(name) === 0 ? certificate.checkHost(name) !== undefined : certificate.checkIP(name) !== undefined,
  )
}

async function makePair(names: string[], now: Date): Promise<KeyPair> {
  // Imported here alone: most starts find a pair and do not need it.
  const { generate } = await import('selfsigned')
  const altNames = names.map((name) =>
    isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
  )
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // A clock that is a little slow must not find it "not yet valid".
    notBeforeDate: new Date(now.getTime() - 3_600_000),
    notAfterDate: new Date(now.getTime() + validDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { cert: made.cert, key: made.private }
}
