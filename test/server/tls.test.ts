import { X509Certificate } from 'node:crypto'
import { chmod, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import t from 'tap'
import { type KeyPair, minimumTlsVersion, openCertificate } from '../../server/config/tls.ts'

const host = '127.0.0.1'

// The checks of a certificate keep no process alive.
const alive = setInterval(() => {}, 1000)
t.teardown(() => clearInterval(alive))

/** Shakes hands, trusting nothing but `ca`, and returns the certificate's fingerprint. */
function fingerprintSeen(port: number, ca: string, servername?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, ca, ...(servername && { servername }) }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

t.test('a self-signed pair can be verified and is kept between starts', async (t) => {
  const dataDir = t.testdir()
  const first = await openCertificate({ tls: null, dataDir, host: '192.0.2.7' })
  first.close()
  const certificate = new X509Certificate(first.cert)
  for (const address of ['127.0.0.1', '::1', '192.0.2.7']) t.ok(certificate.checkIP(address), address)
  t.ok(certificate.checkHost('localhost'))
  for (const name of ['cert.pem', 'key.pem']) {
    t.equal((await stat(join(dataDir, 'tls', name))).mode & 0o777, 0o600)
  }

  const server = createServer({ cert: first.cert, key: first.key, minVersion: minimumTlsVersion })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  t.equal(await fingerprintSeen(port, first.cert), certificate.fingerprint256)
  t.equal(await fingerprintSeen(port, first.cert, 'localhost'), certificate.fingerprint256)

  const again = await openCertificate({ tls: null, dataDir, host: '192.0.2.7' })
  again.close()
  t.equal(again.cert, first.cert)
  const elsewhere = await openCertificate({ tls: null, dataDir, host: 'radio.example' })
  elsewhere.close()
  t.not(elsewhere.cert, first.cert, 'another host')
  t.ok(new X509Certificate(elsewhere.cert).checkHost('radio.example'))
})

t.test('the pair is renewed when less than 30 days are left, also while serving', async (t) => {
  const dataDir = t.testdir()
  let now = new Date()
  const options = { now: () => now, checkMs: 10 }
  const open = () => openCertificate({ tls: null, dataDir, host }, options)
  const first = await open()
  t.teardown(() => first.close())
  const { cert } = first
  now = new Date(Date.now() + 334 * 86_400_000)
  const kept = await open()
  kept.close()
  t.equal(kept.cert, cert)

  const changed = new Promise<KeyPair>((resolve) => first.onChange(resolve))
  now = new Date(Date.now() + 336 * 86_400_000)
  const pair = await changed
  t.not(pair.cert, cert)
  t.equal(first.cert, pair.cert)
  t.ok(Date.parse(new X509Certificate(pair.cert).validTo) > now.getTime() + 364 * 86_400_000)
  // Else it makes another pair in the folder while tap removes it.
  first.close()
})

t.test('a pair that is not valid now is complained of once a day', async (t) => {
  const folder = t.testdir()
  const made = await openCertificate({ tls: null, dataDir: folder, host })
  made.close()
  const tls = { certPath: join(folder, 'tls/cert.pem'), keyPath: join(folder, 'tls/key.pem') }
  const { validFrom, validTo } = new X509Certificate(made.cert)
  let now = new Date(validTo)
  const complaints: object[] = []
  const error = (fields: object) => complaints.push(fields)
  const logger = { error, info() {}, warn() {} }
  const open = () =>
    openCertificate({ tls, dataDir: folder, host }, { now: () => now, checkMs: 60_000, logger })
  const served = await open()
  t.equal(served.validity, 'ok')
  now = new Date(Math.ceil(now.getTime() / 86_400_000) * 86_400_000)
  t.equal(served.validity, 'expired')
  for (const hours of [0, 8, 23, 24, 30]) {
    const midnight = now
    now = new Date(midnight.getTime() + hours * 3_600_000)
    await served.check()
    now = midnight
  }
  served.close()
  t.match(complaints, [{ validity: 'expired', validTo }, { validity: 'expired' }])
  t.equal(complaints.length, 2)

  now = new Date(Date.parse(validFrom) - 1)
  const early = await open()
  early.close()
  t.equal(early.validity, 'not_yet_valid')
  t.match(complaints.at(-1), { validity: 'not_yet_valid', validFrom })
})

t.test('a damaged pair is replaced', async (t) => {
  const dataDir = t.testdir({ tls: { 'cert.pem': 'broken', 'key.pem': 'broken' } })
  await chmod(join(dataDir, 'tls', 'key.pem'), 0o644)
  const made = await openCertificate({ tls: null, dataDir, host })
  made.close()
  t.ok(new X509Certificate(made.cert).checkIP(host))
  t.equal((await stat(join(dataDir, 'tls', 'key.pem'))).mode & 0o777, 0o600)
})

t.test('configured files are reloaded when they change and match each other', async (t) => {
  const folder = t.testdir()
  const [one, two] = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const made = await openCertificate({ tls: null, dataDir: join(folder, name), host })
      made.close()
      return { cert: made.cert, key: made.key }
    }),
  )
  if (!one || !two) throw new Error('Expected two pairs.')
  const tls = { certPath: join(folder, 'cert.pem'), keyPath: join(folder, 'key.pem') }
  await writeFile(tls.certPath, one.cert)
  await writeFile(tls.keyPath, one.key)
  const served = await openCertificate({ tls, dataDir: folder, host }, { checkMs: 10 })
  t.teardown(() => served.close())
  const server = createServer({ cert: served.cert, key: served.key })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const changed = new Promise<void>((resolve) =>
    served.onChange((pair) => {
      server.setSecureContext({ ...pair, minVersion: minimumTlsVersion })
      resolve()
    }),
  )

  await writeFile(`${tls.certPath}.new`, two.cert)
  await rename(`${tls.certPath}.new`, tls.certPath)
  await pause(60)
  t.equal(served.cert, one.cert, 'its key is not there yet')
  await writeFile(tls.keyPath, two.key)
  await changed
  t.equal(await fingerprintSeen(port, two.cert), new X509Certificate(two.cert).fingerprint256)

  await writeFile(tls.keyPath, one.key)
  await t.rejects(openCertificate({ tls, dataDir: folder, host }), /is not that of the certificate/)
  await writeFile(tls.keyPath, 'nonsense')
  await t.rejects(openCertificate({ tls, dataDir: folder, host }), /PEM key/)
  t.equal(await readFile(tls.certPath, 'utf8'), two.cert, 'given files are never written')
})
