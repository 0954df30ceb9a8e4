import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../storage/files/system-errors.ts'
import type { KeyPair } from './authority.ts'
import type { Config } from './config.ts'
import { certificateNames } from './host-names.ts'
import type { Logger } from './logger.ts'
import { ownPair } from './own-certificate.ts'

export type { KeyPair } from './authority.ts'

const dayMs = 86_400_000
/** Polling interval in ms; file watchers would miss symbolic links that are replaced as a whole. */
const fileCheckMs = 5000
/** Interval in ms for checking the service's certificate, because the machine's addresses may change. */
const ownCheckMs = 60_000

export const minimumTlsVersion = 'TLSv1.2'

/** Validity states of the TLS certificate. */
export const validities = ['ok', 'expired', 'not_yet_valid'] as const
export type Validity = (typeof validities)[number]

export type Certificate = Awaited<ReturnType<typeof openCertificate>>

export interface CertificateOptions {
  checkMs?: number
  now?: () => Date
  logger?: Logger
  /** Returns host names and addresses of this machine; replaced in tests. */
  machine?: () => string[]
}

/**
 * Opens the key pair in TLS_CERT and TLS_KEY, or the pair in DATA_DIR/tls, issued by a local certificate
 * authority. `cert` and `key` are always current.
 * @throws if a file is unreadable, or certificate and key do not match
 */
export async function openCertificate(
  config: Pick<Config, 'tls' | 'dataDir' | 'host' | 'publicUrl'>,
  options: CertificateOptions = {},
) {
  const { checkMs = config.tls ? fileCheckMs : ownCheckMs, now = () => new Date(), logger, machine } = options
  const { tls } = config
  const read = tls
    ? () => readPair(tls.certPath, tls.keyPath)
    : () =>
        ownPair(join(config.dataDir, 'tls'), certificateNames(config, machine), {
          now: now(),
          logger,
          readPair,
        })
  let current = await read()
  const callbacks: ((pair: KeyPair) => void)[] = []
  let warned = false
  /** Certificate and day of the last warning, which is repeated once a day and for each new certificate. */
  let complaint = ''

  function complain(): void {
    const { cert } = current
    const validity = validityOf(cert, now())
    const about = `${validity} ${Math.floor(now().getTime() / dayMs)} ${cert}`
    if (validity === 'ok' || about === complaint) return
    complaint = about
    const { validFrom, validTo } = new X509Certificate(cert)
    logger?.error({ validity, validFrom, validTo }, 'TLS certificate expired or not yet valid')
  }
  complain()

  async function check(): Promise<void> {
    try {
      const found = await read()
      warned = false
      if (found.cert === current.cert && found.key === current.key) return
      current = found
      for (const callback of callbacks) callback(found)
      logger?.info({}, 'TLS certificate reloaded')
    } catch (err) {
      // While the two files are being replaced, they may not match, so the previous pair is kept.
      const level = codeOf(err) === undefined ? 'warn' : 'error'
      if (!warned) logger?.[level]({ err }, 'TLS certificate not reloaded')
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
    /** Calls `callback` with every new key pair, for `server.setSecureContext`. */
    onChange(callback: (pair: KeyPair) => void): void {
      callbacks.push(callback)
    },
    /** Checks the files at once, instead of at the next scheduled check. */
    check,
    close() {
      clearInterval(timer)
      callbacks.length = 0
    },
  }
}

async function readPair(certPath: string, keyPath: string): Promise<KeyPair> {
  const [cert, key] = await Promise.all([readFile(certPath, 'utf8'), readFile(keyPath, 'utf8')])
  let fits: boolean
  try {
    fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch (cause) {
    throw new Error(`Expected a PEM certificate in ${certPath} and its PEM key in ${keyPath}.`, { cause })
  }
  if (!fits) throw new Error(`The key in ${keyPath} does not match the certificate in ${certPath}.`)
  return { cert, key }
}

function validityOf(cert: string, now: Date): Validity {
  const { validFrom, validTo } = new X509Certificate(cert)
  if (Date.parse(validFrom) > now.getTime()) return 'not_yet_valid'
  return Date.parse(validTo) < now.getTime() ? 'expired' : 'ok'
}
