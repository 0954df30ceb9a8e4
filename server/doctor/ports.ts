import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, isIP } from 'node:net'
import { join } from 'node:path'
import { codeOf, messageOf, orIfMissing } from '../../storage/files/system-errors.ts'
import { hostOf } from '../../storage/network/loopback.ts'
import { bufferOf, exchange } from '../../storage/network/request.ts'
import type { Config } from '../config/config.ts'
import { addressOf } from '../config/loopback.ts'
import { openCertificate } from '../config/tls.ts'
import { type Check, fault, ok, warning } from './checks.ts'

type Health = Record<'status' | 'version' | 'backend', string | null>

const answerMs = 5000
const maximumHealthBytes = 65_536
const dayMs = 86_400_000
/** Warning period in days before an operator's certificate expires. */
const fewestDays = 14

export async function portChecks({ host, port, probes, trustedProxies }: Config): Promise<Check[]> {
  const scheme = trustedProxies.length > 0 ? 'http' : 'https'
  const main = await portCheck('PORT', host, port, scheme)
  return probes ? [main, await portCheck('PROBE_PORT', probes.host, probes.port, 'http')] : [main]
}

async function portCheck(name: string, host: string, port: number, scheme: string): Promise<Check> {
  const where = `${name}=${port} on ${host}`
  if (port === 0) return ok('port', `${name}=0: the service takes any free port`)
  const error = await listeningError(addressOf(host), port)
  if (error === undefined) return ok('port', `${where} is free`)
  const code = codeOf(error)
  if (code !== 'EADDRINUSE') {
    const cure =
      code === 'EACCES'
        ? `set ${name}=8443, or run behind a proxy`
        : 'set HOST to 0.0.0.0 or to an address of this machine'
    return fault('port', `${where} cannot be opened: ${messageOf(error)}`, cure)
  }
  const health = await healthAt(scheme, host, port).catch(() => undefined)
  if (health === undefined) {
    return fault(
      'port',
      `${where} is in use by another program`,
      `find the program with ss -ltnp 'sport = :${port}', or set ${name}=${port + 1}`,
    )
  }
  const finding = `${where} is in use by the service: version ${health.version}, ${health.status}, on ${health.backend}`
  return health.status === 'degraded'
    ? warning('port', finding, 'look for the reason in the log of the service')
    : ok('port', finding)
}

function listeningError(host: string, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

/** Requests /health without verifying the certificate; the request contains nothing secret. */
async function healthAt(scheme: string, host: string, port: number): Promise<Health | undefined> {
  const all: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const address = all[host] ?? addressOf(host)
  const url = new URL(`${scheme}://${isIP(address) === 6 ? `[${address}]` : address}:${port}/health`)
  const response = await exchange(url, {
    headers: {},
    timeouts: { headersMs: answerMs, idleMs: answerMs, totalMs: answerMs },
    maximumBodyBytes: maximumHealthBytes,
    signal: new AbortController().signal,
    agent: false,
    rejectUnauthorized: false,
  })
  const health: Partial<Health> = JSON.parse((await bufferOf(response)).toString())
  return health.version && health.status ? (health as Health) : undefined
}

export async function certificateCheck(config: Config): Promise<Check> {
  const { tls, dataDir, publicUrl, trustedProxies } = config
  if (trustedProxies.length > 0) return ok('certificate', 'managed by the proxy in TRUST_PROXY')
  try {
    if (tls) {
      const { cert, close } = await openCertificate(config)
      close()
      return ofOperator(cert, publicUrl, Date.now())
    }
    const own = await orIfMissing(readFile(join(dataDir, 'tls/cert.pem'), 'utf8'), undefined)
    if (own === undefined) return ok('certificate', 'will be issued at the first start of the service')
    const until = dateOf(new X509Certificate(own).validTo)
    return ok(
      'certificate',
      `issued by the certificate authority of the service, valid until ${until}; renewed automatically`,
    )
  } catch (error) {
    const cure = tls
      ? 'set TLS_CERT to a PEM certificate with its chain, and TLS_KEY to the private key'
      : `chown -R USER ${dataDir}/tls (USER: the user of the service); the service replaces damaged files`
    return fault('certificate', messageOf(error), cure)
  }
}

export function ofOperator(cert: string, publicUrl: string, nowMs: number): Check {
  const certificate = new X509Certificate(cert)
  const { validFrom, validTo } = certificate
  const leftMs = Date.parse(validTo) - nowMs
  const host = hostOf(new URL(publicUrl))
  const renewal = 'renew the certificate; the service reloads changed certificate files'
  if (nowMs < Date.parse(validFrom)) {
    return fault(
      'certificate',
      `not valid before ${dateOf(validFrom)}`,
      'check the clock, or install a different certificate',
    )
  }
  if (leftMs < 0)
    return fault('certificate', `expired on ${dateOf(validTo)}: clients refuse the certificate`, renewal)
  if (!(isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host))) {
    const cure = 'set PUBLIC_URL to a name in the certificate'
    return warning('certificate', `not valid for ${host}, the host of PUBLIC_URL`, cure)
  }
  const finding = `valid until ${dateOf(validTo)}`
  return leftMs < fewestDays * dayMs ? warning('certificate', finding, renewal) : ok('certificate', finding)
}

function dateOf(text: string): string {
  return new Date(text).toISOString().slice(0, 10)
}
