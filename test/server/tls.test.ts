import { spawnSync } from 'node:child_process'
import { KeyObject, X509Certificate } from 'node:crypto'
import { chmod, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import { BasicConstraintsExtension, X509Certificate as Decoded } from '@peculiar/x509'
import t, { type Test } from 'tap'
import { issue, makeAuthority } from '../../server/config/authority.ts'
import {
  type CertificateOptions,
  type KeyPair,
  minimumTlsVersion,
  openCertificate,
} from '../../server/config/tls.ts'
import { certificateOf } from '../helpers/inbox.ts'

const host = '127.0.0.1'
const publicUrl = 'https://localhost:8443'

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

/** Serves a pair and returns its port. */
async function serve(t: Test, { cert, key }: KeyPair): Promise<number> {
  const server = createServer({ cert, key, minVersion: minimumTlsVersion })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

t.test('the authority is made once and verifies the certificate under every name', async (t) => {
  const dataDir = t.testdir()
  const file = (name: string) => readFile(join(dataDir, 'tls', name), 'utf8')
  const at = { tls: null, dataDir, host: '192.0.2.7', publicUrl: 'https://Radio.example:8443' }
  const machine = () => ['pi', 'pi.local', '198.51.100.4', '2001:db8::4', 'no_name']
  const open = async (config = at, options: CertificateOptions = { machine }) => {
    const opened = await openCertificate(config, options)
    opened.close()
    return opened
  }
  const first = await open()
  const certificate = new X509Certificate(first.cert)
  for (const name of ['cert.pem', 'key.pem', 'ca.pem', 'ca-key.pem']) {
    t.equal((await stat(join(dataDir, 'tls', name))).mode & 0o777, 0o600, name)
  }
  const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000
  t.ok(days < 398, 'no longer than browsers accept')
  t.same(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1'], 'serverAuth')

  const port = await serve(t, first)
  const names = ['localhost', 'radio.example', 'pi', 'pi.local']
  const addresses = ['127.0.0.1', '::1', '192.0.2.7', '198.51.100.4', '2001:db8::4']
  for (const file of ['ca.pem', 'cert.pem']) {
    const ca = await readFile(join(dataDir, 'tls', file), 'utf8')
    for (const name of names) t.equal(await fingerprintSeen(port, ca, name), certificate.fingerprint256, name)
    t.equal(await fingerprintSeen(port, ca), certificate.fingerprint256, file)
  }
  for (const address of addresses) t.ok(certificate.checkIP(address), address)
  await t.rejects(fingerprintSeen(port, await file('ca.pem'), 'other.example'), /altnames/i)
  const strict = [
    'verify',
    '-x509_strict',
    '-CAfile',
    join(dataDir, 'tls/ca.pem'),
    join(dataDir, 'tls/cert.pem'),
  ]
  const found = spawnSync('openssl', strict, { encoding: 'utf8' })
  if (!found.error) t.match(found.stdout, /cert\.pem: OK/, found.stderr)

  const authority = await file('ca.pem')
  t.equal((await open()).cert, first.cert, 'kept between starts')
  t.equal((await open({ ...at, host: '127.0.0.1' })).cert, first.cert, 'a name less')
  const moved = await open(at, { machine: () => [...machine(), '198.51.100.5'] })
  t.not(moved.cert, first.cert, 'another address')
  t.ok(new X509Certificate(moved.cert).checkIP('198.51.100.5'))
  t.equal(await file('ca.pem'), authority)
  t.equal(
    await fingerprintSeen(await serve(t, moved), authority),
    new X509Certificate(moved.cert).fingerprint256,
  )

  const dotted = { ...at, host: '::ffff:127.0.0.1' }
  const more = { machine: () => ['::ffff:192.0.2.9', '64:ff9b::1.2.3.4', '2001:0DB8:0:0::4', 'fe80::1%eth0'] }
  const mapped = await open(dotted, more)
  t.ok(new X509Certificate(mapped.cert).checkIP('::ffff:7f00:1'))
  t.equal((await open(dotted, more)).cert, mapped.cert, 'one that was just issued has every name')

  await rm(join(dataDir, 'tls/ca-key.pem'))
  t.equal((await open(at, {})).cert === moved.cert, false, 'this machine has other names')
  t.not(await file('ca.pem'), authority, 'without its key no authority')
})

t.test(
  'an authority issues for servers alone, from an hour ago to a year on, and not beyond its own end',
  async (t) => {
    const now = new Date('2026-03-01T12:00:00Z')
    const authority = await makeAuthority('pi', now)
    const own = new X509Certificate(authority.cert)
    t.equal(Date.parse(own.validFrom), Date.parse('2026-03-01T11:00:00Z'))
    t.equal(Date.parse(own.validTo) - now.getTime(), 20 * 365 * 86_400_000)
    const constraints = new Decoded(own.raw).getExtension(BasicConstraintsExtension)
    t.match(constraints, { ca: true, pathLength: 0, critical: true })
    const issued = async (at: Date) => new X509Certificate((await issue(authority, ['localhost'], at)).cert)
    const { ca, validFrom, validTo } = await issued(now)
    t.equal(ca, false)
    t.equal(Date.parse(validFrom), Date.parse('2026-03-01T11:00:00Z'))
    t.equal(Date.parse(validTo), Date.parse('2027-03-01T12:00:00Z'))
    t.equal((await issued(new Date(Date.parse(own.validTo) - 40 * 86_400_000))).validTo, own.validTo)
  },
)

t.test('a self-signed pair of an earlier release is replaced once, one of the operator never', async (t) => {
  const dataDir = t.testdir({ tls: {} })
  const paths = { cert: join(dataDir, 'tls/cert.pem'), key: join(dataDir, 'tls/key.pem') }
  const log: string[] = []
  const say = (fields: object, message: string) => log.push(`${message} ${JSON.stringify(fields)}`)
  const open = async () => {
    const opened = await openCertificate(
      { tls: null, dataDir, host, publicUrl },
      { logger: { info: say, warn: say, error: say }, machine: () => [] },
    )
    opened.close()
    return opened
  }
  await selfSigned(paths, 365 * 86_400_000 + 3_600_000)
  const before = await readFile(paths.cert, 'utf8')
  t.not((await open()).cert, before)
  t.match(log, [/^local certificate authority created/, /^self-signed TLS certificate replaced.*ca\.pem"/])
  log.length = 0
  await open()
  t.same(log, [])

  await selfSigned(paths, 30 * 86_400_000)
  const given = await readFile(paths.cert, 'utf8')
  t.equal((await open()).cert, given, 'one of the operator, though it ends soon and lacks names')
  t.equal(await readFile(paths.cert, 'utf8'), given)
  t.same(log, [])
  await writeFile(paths.key, (await certificateOf('other')).key)
  await t.rejects(open(), /does not match the certificate/)
  t.equal(await readFile(paths.cert, 'utf8'), given)
})

t.test(
  'what is there and can not be read is never replaced; a lost authority is, and kept beside',
  async (t) => {
    const dataDir = t.testdir()
    const file = (name: string) => join(dataDir, 'tls', name)
    const log: string[] = []
    const say = (level: string) => (fields: object, message: string) =>
      log.push(`${level} ${message} ${JSON.stringify(fields)}`)
    const logger = { info: () => 0, warn: say('warn'), error: say('error') }
    let machine: string[] = []
    const open = () =>
      openCertificate({ tls: null, dataDir, host, publicUrl }, { logger, machine: () => machine })
    const served = await open()
    served.close()
    const { cert } = served
    const names = ['ca.pem', 'ca-key.pem', 'cert.pem', 'key.pem']
    const contents = () => Promise.all(names.map((name) => readFile(file(name), 'utf8')))
    const before = await contents()

    for (const [count, name] of names.entries()) {
      // The authority's key is needed for another name alone.
      machine = name === 'ca-key.pem' ? ['other'] : []
      await rename(file(name), file('away'))
      // Its error is neither that of a missing file nor of a damaged one, also for root.
      await symlink(name, file(name))
      await t.rejects(open(), /ELOOP/, name)
      await served.check()
      t.match(log.splice(0), count === 0 ? [/^error TLS certificate not reloaded.*ELOOP/] : [])
      await rename(file('away'), file(name))
    }
    machine = []
    await served.check()
    t.equal(served.cert, cert)
    t.same(await contents(), before)
    t.same((await readdir(file('.'))).sort(), [...names].sort())

    // Damaged, and needed.
    machine = ['other']
    await writeFile(file('ca-key.pem'), 'broken')
    await served.check()
    t.not(served.cert, cert)
    t.match(log, [/^warn local certificate authority replaced.*ca-key\.pem\.\d{4}-.*ca\.pem\.\d{4}-/])
    const kept = (await readdir(file('.'))).filter((name) => /^ca-key\.pem./.test(name))
    t.equal(await readFile(file(kept[0] ?? ''), 'utf8'), 'broken')
    t.equal((await stat(file(kept[0] ?? ''))).mode & 0o777, 0o600)
  },
)

/** A pair for localhost that nobody else signed. */
async function selfSigned(paths: KeyPair, validMs: number): Promise<void> {
  const x509 = await import('@peculiar/x509')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const notBefore = new Date(Date.now() - 3_600_000)
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    notBefore,
    notAfter: new Date(notBefore.getTime() + validMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
    ],
  })
  await writeFile(paths.cert, made.toString('pem'))
  await writeFile(paths.key, KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }))
}

t.test('the pair is renewed when less than 30 days are left, also while serving', async (t) => {
  const dataDir = t.testdir()
  let now = new Date()
  const options = { now: () => now, checkMs: 10 }
  const open = () => openCertificate({ tls: null, dataDir, host, publicUrl }, options)
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
  const made = await openCertificate({ tls: null, dataDir: folder, host, publicUrl })
  made.close()
  const tls = { certPath: join(folder, 'tls/cert.pem'), keyPath: join(folder, 'tls/key.pem') }
  const { validFrom, validTo } = new X509Certificate(made.cert)
  let now = new Date(validTo)
  const complaints: object[] = []
  const error = (fields: object) => complaints.push(fields)
  const logger = { error, info() {}, warn() {} }
  const open = () =>
    openCertificate({ tls, dataDir: folder, host, publicUrl }, { now: () => now, checkMs: 60_000, logger })
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
  const made = await openCertificate({ tls: null, dataDir, host, publicUrl })
  made.close()
  t.ok(new X509Certificate(made.cert).checkIP(host))
  t.equal((await stat(join(dataDir, 'tls', 'key.pem'))).mode & 0o777, 0o600)
})

t.test('configured files are reloaded when they change and match each other', async (t) => {
  const folder = t.testdir()
  const [one, two] = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const made = await openCertificate({ tls: null, dataDir: join(folder, name), host, publicUrl })
      made.close()
      return { cert: made.cert, key: made.key }
    }),
  )
  if (!one || !two) throw new Error('Expected two pairs.')
  const tls = { certPath: join(folder, 'cert.pem'), keyPath: join(folder, 'key.pem') }
  await writeFile(tls.certPath, one.cert)
  await writeFile(tls.keyPath, one.key)
  const served = await openCertificate({ tls, dataDir: folder, host, publicUrl }, { checkMs: 10 })
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
  await t.rejects(
    openCertificate({ tls, dataDir: folder, host, publicUrl }),
    /does not match the certificate/,
  )
  await writeFile(tls.keyPath, 'nonsense')
  await t.rejects(openCertificate({ tls, dataDir: folder, host, publicUrl }), /PEM key/)
  t.equal(await readFile(tls.certPath, 'utf8'), two.cert, 'given files are never written')
})
