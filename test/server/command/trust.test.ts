import { X509Certificate } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { globalAgent } from 'node:https'
import { join } from 'node:path'
import t from 'tap'
import { typed } from '../../helpers/command.ts'
import { startTestServer } from '../../helpers/server.ts'

// Whom the command line trusts when nobody has named a certificate.

const server = await startTestServer(t)
const { apiKey } = await server.account('pro', 10)
const ca = await readFile(join(server.services.config.dataDir, 'tls/ca.pem'), 'utf8')

t.test('an unknown authority is asked for once, at a terminal, and kept for its address', async (t) => {
  const folder = t.testdir()
  const file = join(folder, 'coverage/config.json')
  const env = { XDG_CONFIG_HOME: folder, COVERAGE_URL: server.origin, COVERAGE_KEY: apiKey }
  const piped = await typed(['credits'], { env })
  t.match(piped, { status: 1, err: /data\/tls\/ca\.pem.*--ca.*NODE_EXTRA_CA_CERTS/s })

  const refused = await typed(['credits'], { env, lines: [''] })
  t.match(refused, { status: 2, out: '', err: /authority_not_trusted/ })
  await t.rejects(stat(file))
  const { fingerprint256 } = new X509Certificate(ca)
  const asked = await typed(['credits'], { env, lines: ['yes'] })
  t.match(asked, { status: 0, out: /balance +10/ })
  t.ok(asked.err.includes(`SHA-256 ${fingerprint256}\n`) && asked.err.includes(server.origin), asked.err)
  t.equal((await stat(file)).mode & 0o777, 0o600)

  t.match(await typed(['credits'], { env }), { status: 0, err: '' }, 'trusted from then on, by pipes too')
  const byName = server.origin.replace('127.0.0.1', 'localhost')
  t.match(await typed(['credits', '--url', byName], { env }), { status: 1 }, 'for that address alone')
  t.match(await typed(['login', '--url', byName], { env, lines: [apiKey, 'y'] }), { status: 0 })
  const kept = JSON.parse(await readFile(file, 'utf8'))
  t.same(Object.keys(kept.authorities).sort(), [byName, server.origin].sort(), 'login forgets none')
  t.match(
    await typed(['watch', 'sim_none'], { env }),
    { status: 1, err: /simulation_not_found/ },
    'streams too',
  )
  const other = { ...env, XDG_CONFIG_HOME: join(folder, 'other') }
  globalAgent.destroy()
  t.match(
    await typed(['watch', 'sim_none'], { env: other, lines: ['yes'] }),
    { status: 1, err: /simulation_not_found/ },
    'a stream that was what asked',
  )
})

t.test('a changed authority is refused loudly and not asked for', async (t) => {
  const folder = t.testdir()
  const env = { XDG_CONFIG_HOME: folder, COVERAGE_URL: server.origin, COVERAGE_KEY: apiKey }
  t.equal((await typed(['credits'], { env, lines: ['y'] })).status, 0)
  await rm(join(server.services.config.dataDir, 'tls'), { recursive: true })
  await server.services.certificate.check()
  // Each call is a process of its own elsewhere; here they would share a connection of before.
  globalAgent.destroy()
  for (const args of [['credits'], ['watch', 'sim_none']]) {
    const found = await typed(args, { env, lines: ['y'] })
    t.match(found, {
      status: 1,
      out: '',
      err: /^authority_changed: THE CERTIFICATE AUTHORITY OF .* HAS\s+CHANGED/,
    })
    t.ok(found.err.includes(join(folder, 'coverage/config.json')), found.err)
  }
})
