import { existsSync, realpathSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { messageOf } from '../storage/files/system-errors.ts'
import { isOpenHere } from './accounts/one-time-codes.ts'
import { buildApp } from './app.ts'
import { type Config, knownVariables, readConfig } from './config/config.ts'
import { addressOf, isLoopbackUrl } from './config/loopback.ts'
import { failWhereAnswerIsLost, ignoreWriteErrors } from './config/standard-streams.ts'
import { minimumTlsVersion } from './config/tls.ts'
import { openProbes, type Probes } from './probes.ts'
import { closeServices, openServices, type ServiceOverrides, type Services } from './services.ts'

/** Time limits for shutdown: running jobs, connections, the whole shutdown, and an unfinished start. */
const dispatcherTimeoutMs = 7000
const connectionTimeoutMs = 8000
const exitTimeoutMs = 9500
const startTimeoutMs = 2000

export interface RunningServer {
  /** Origin to listen on, such as `https://127.0.0.1:8443`; `http:` behind a proxy that terminates TLS. */
  url: string
  services: Services
  /** Plain HTTP origin of the probes, if PROBE_PORT is set. */
  probeUrl: string | undefined
  /** Resolves when terrain is scanned and simulations can run; rejects if that is impossible. */
  ready: Promise<void>
  /** Stops the service: /health reports 503, running jobs end or return to the queue. Idempotent. */
  stop(): Promise<void>
}

/** Starts the service and waits until it is ready. */
export async function startServer(config: Config, overrides: ServiceOverrides = {}): Promise<RunningServer> {
  const server = await listen(config, overrides)
  try {
    await server.ready
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

/** Starts the service and returns once requests are accepted; until ready, requests for terrain are refused. */
export async function listen(config: Config, overrides: ServiceOverrides = {}): Promise<RunningServer> {
  // The configuration is copied, because a free port is filled in later.
  const services = await openServices({ ...config }, overrides)
  let probes: Probes | undefined
  try {
    const app = await buildApp(services)
    // Probes start first, so that operators can observe slow steps of the start.
    probes = await openProbes(services, app)
    const { ready: dispatching } = await services.dispatcher.start()
    await app.listen({ host: addressOf(config.host), port: config.port }).catch((error: Error) => {
      throw new Error(`HOST=${config.host} PORT=${config.port} can't be listened on: ${error.message}`)
    })
    const { address, family, port } = app.server.address() as AddressInfo
    if (new URL(config.publicUrl).port === '0') services.config.publicUrl = `https://localhost:${port}`
    const isBehindProxy = services.proxies !== undefined
    if (!isBehindProxy) {
      services.certificate.onChange((pair) =>
        app.server.setSecureContext({ ...pair, minVersion: minimumTlsVersion }),
      )
    }

    let stopped: Promise<void> | undefined
    const stop = async () => {
      app.beginStop()
      const { server } = app
      // Closes idle keep-alive connections, which would delay the shutdown by more than a minute.
      const idle = setInterval(() => server.closeIdleConnections(), 100)
      const all = setTimeout(() => server.closeAllConnections(), connectionTimeoutMs)
      try {
        await services.dispatcher.stop(dispatcherTimeoutMs)
        await app.close()
      } finally {
        clearInterval(idle)
        clearTimeout(all)
        await probes?.close()
        await closeServices(services)
      }
    }
    const ready = Promise.all([services.terrain.scanning, dispatching]).then(() => {})
    // Failures reach callers that await `ready`; without a caller, the rejection must not be unhandled.
    ready.catch(() => {})
    return {
      ready,
      url: `${isBehindProxy ? 'http' : 'https'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
      services,
      probeUrl: probes?.url,
      stop: () => {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    await probes?.close()
    await services.dispatcher.stop(0)
    await closeServices(services)
    throw error
  }
}

/** Text of `coverage serve --help`, with the default of every variable. */
function usage(): string {
  const variables = [...knownVariables()].map(([name, value]) => {
    const isSimple = typeof value === 'number' || (typeof value === 'string' && value !== '')
    return `  ${name.padEnd(28)}${isSimple ? value : ''}`.trimEnd()
  })
  return `Usage: coverage serve

Runs the service (web page and API at PUBLIC_URL) until stopped with Ctrl-C or SIGTERM. Takes no arguments.
Environment variables, with default values where these are short; descriptions: server/configuration.md

${variables.join('\n')}`
}

async function main(): Promise<void> {
  if (process.argv[2] === '--help') {
    failWhereAnswerIsLost()
    return console.log(usage())
  }
  ignoreWriteErrors()
  let isEnding = false
  const end = (exitCode: number) => {
    isEnding = true
    // Exits after ten seconds at most, even if parts of the service hang.
    const exit = () => process.exit(exitCode)
    setTimeout(exit, exitTimeoutMs).unref()
    // During startup, exits earlier, because an unreachable Redis could delay the shutdown.
    const startTimer = setTimeout(exit, startTimeoutMs).unref()
    starting
      .then((server) => {
        clearTimeout(startTimer)
        return server.stop()
      })
      .then(exit, (error: unknown) => fail(error))
  }
  const starting = listen(readConfig(process.env), { onRecordsLost: () => end(1) })
  // Handlers are never removed: Ctrl-C signals the process group, and npm passes the signal on again.
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  const server = await starting
  server.ready.catch((error: unknown) => {
    if (isEnding) return
    console.error(messageOf(error))
    end(1)
  })
  const { config, proxies } = server.services
  const proxied = `${server.url}, for the proxies in TRUST_PROXY, as ${config.publicUrl}`
  console.log(`listening on ${proxies ? proxied : server.url}`)
  if (!proxies && !isLoopbackUrl(config.publicUrl)) console.log(`clients open ${config.publicUrl}`)
  if (server.services.records.accounts().length === 0) console.log(firstStep(server.services))
}

/** Instruction for creating the first account: on the web page of this machine, or with the admin command. */
function firstStep({ config, logins }: Services): string {
  if (!isOpenHere(config))
    return 'no account yet: npm run --silent admin -- account invite me --unmetered (with the package: npx coverage admin …) prints an address that creates an account'
  return `no account yet: open ${config.publicUrl}/#setup=${logins.makeSetup()} on this machine to create an account (works once)`
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

const script = process.argv[1] ?? ''
if (existsSync(script) && import.meta.url === pathToFileURL(realpathSync(script)).href) {
  await main().catch(fail)
}
