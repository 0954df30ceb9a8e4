/**
 * `npm run demo`: runs the real service on built-in terrain and computes one simulation over HTTPS. With
 * `--once` exits afterwards, for automated checks; else serves until stopped.
 */

import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LOGIN_MINUTES } from '../access/logins.ts'
import { type CoverageClient, type components, createClient, dataOf, simulationIn } from '../client/client.ts'
import { Bar } from '../command/terminal/bar.ts'
import { readConfig, readDemoConfig } from '../config/config.ts'
import { failWhereAnswerIsLost, ignoreWriteErrors } from '../config/standard-streams.ts'
import { type RunningServer, startServer } from '../main.ts'
import { examplePositions } from '../requests/examples.ts'
import { demoTerrain } from './terrain.ts'

const outlook = { latDeg: examplePositions.txLatDeg, lonDeg: examplePositions.txLonDeg }
const USAGE = `npm run demo [-- --once] [--json]

Starts the service with SRTM terrain of Canberra, creates an account, runs a line-of-sight simulation from Mount Ainslie
through HTTPS, prints the URLs and files of the result, and keeps running until stopped with Ctrl-C.

  --once   stop the service after the simulation
  --json   print only the record of the simulation, as JSON
  --help   show help

Files are written to DATA_DIR/demo (DATA_DIR: ./data). PORT (8443) is used if that port is free, else any free port.`

async function main(): Promise<void> {
  ignoreWriteErrors()
  const { values } = parseArgs({
    options: { once: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    failWhereAnswerIsLost()
    return console.log(USAGE)
  }

  const preferred = readDemoConfig(process.env)
  const dataDir = join(preferred.dataDir, 'demo')
  let server: RunningServer | undefined
  // Handlers are never removed: npm repeats signals, and a repeated signal must not interrupt the shutdown.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void Promise.resolve(server?.stop()).then(() => process.exit(0)))
  }
  server = await startServer(
    readConfig({
      LOG_LEVEL: 'error',
      ...process.env,
      DATA_DIR: dataDir,
      TERRAIN_DIR: demoTerrain,
      RASTER_STORE: '',
      S3_ENDPOINT: '',
      // The demo connects directly, so the service must terminate TLS.
      TRUST_PROXY: '',
      // The ports may be in use by another instance of the service.
      PROBE_PORT: '',
      PROBE_HOST: '',
      PORT: String(await freePort(preferred.host, preferred.port)),
    }),
  )

  const { accountId, apiKey, record, map } = await simulateOnce(server)
  const { publicUrl, port } = server.services.config
  const tif = join(dataDir, 'rasters', `${record.id}.tif`)
  const picture = join(dataDir, 'coverage.png')
  await writeFile(picture, map)
  if (values.json) console.log(JSON.stringify(record, null, 2))
  else {
    if (!values.once) {
      const base = new URL(server.url).port === String(port) ? publicUrl : server.url
      const code = server.services.logins.make(accountId)
      console.log(`Page     ${base}/#login=${code}&result=${record.id}`)
      console.log(
        `         (signs in once, within ${LOGIN_MINUTES} minutes; the certificate was issued by the service itself)`,
      )
      console.log(`Key      ${apiKey}`)
      console.log(`Request  curl -k -H 'Authorization: Bearer ${apiKey}' ${base}/api/v1/status/${record.id}`)
      console.log(
        `Shell    export COVERAGE_URL=${base} COVERAGE_KEY=${apiKey} COVERAGE_CA=${join(dataDir, 'tls/ca.pem')}`,
      )
      console.log(`API      ${base}/docs`)
    }
    console.log('Terrain  Canberra from Mount Ainslie, SRTM (public domain)')
    console.log(`GeoTIFF  ${tif}`)
    console.log(`Picture  ${picture}`)
    if (!values.once) console.log('The service runs until stopped with Ctrl-C.')
  }
  if (values.once) await server.stop()
}

async function simulateOnce(server: RunningServer) {
  const { records, certificate } = server.services
  const account =
    records.accounts().find(({ name }) => name === 'demo') ??
    (await records.createAccount({ name: 'demo', plan: 'pro', credits: 1000 }))
  // Every run prints a new API key; keys of earlier runs are revoked.
  const old = records.keys(account.id)
  const made = await records.createKey(account.id)
  for (const { key_id } of old) await records.revokeKey(key_id)
  if (made === undefined) throw new Error('The demo account already has the maximum number of API keys.')

  const api = createClient(server.url, { apiKey: made.api_key, ca: certificate.cert })
  const body = {
    name: 'Demo: Mount Ainslie',
    tx_lat: outlook.latDeg,
    tx_lon: outlook.lonDeg,
    tx_height: 30,
    frequency: 868,
    resolution: 30,
    max_range: 14,
  }
  const { id } = dataOf(await api.POST('/api/v1/simulate', { body }))
  const record = await waitFor(api, id)
  if (record.status !== 'completed') throw new Error(`The simulation failed: ${record.error?.detail}`)
  const params = { path: { id }, query: { style: 'map' as const } }
  const map = dataOf(await api.GET('/results/{id}.png', { params, parseAs: 'arrayBuffer' }))
  return { accountId: account.id, apiKey: made.api_key, record, map: Buffer.from(map) }
}

/** Waits for a simulation; shows a progress bar on a terminal, else one line per stage, on standard error. */
async function waitFor(api: CoverageClient, id: string): Promise<components['schemas']['Simulation']> {
  const { stderr } = process
  const io = {
    err: (text: string) => stderr.write(text),
    errIsTerminal: stderr.isTTY === true,
    columns: stderr.columns,
  }
  const bar = new Bar(io, false)
  for (;;) {
    const record = simulationIn(dataOf(await api.GET('/api/v1/status/{id}', { params: { path: { id } } })))
    if (record.status === 'pending') bar.hold(record.progress, record.stage ?? record.status)
    else bar.end()
    if (record.status !== 'pending') return record
    // A short interval is acceptable for the only client; other clients should follow Retry-After.
    await new Promise((done) => setTimeout(done, 500))
  }
}

/** The preferred port if free, else 0, which means any free port. */
function freePort(host: string, preferred: number): Promise<number> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(0))
    probe.listen(preferred, host, () => probe.close(() => done(preferred)))
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
