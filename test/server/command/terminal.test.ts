import { join } from 'node:path'
import t from 'tap'
import { typed } from '../../helpers/command.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

// What commands write on terminals: narrow ones, and what others would have them obey.

const server = await startTestServer(t, { env: { WEBHOOK_ALLOW: '127.0.0.1' } })
const { apiKey } = await server.account('enterprise', 100)
const folder = t.testdir({ 'cert.pem': server.services.certificate.cert })
const env = { COVERAGE_URL: server.origin, COVERAGE_KEY: apiKey, COVERAGE_CA: join(folder, 'cert.pem') }
const flags = Object.entries(validRequest).flatMap(([name, value]) => [
  `--${name.replaceAll('_', '-')}`,
  String(value),
])

t.test('names of others do nothing to a terminal', async (t) => {
  const name = 'a\u001b[31m\u202eb\u0007\n\u{e0041}'
  const body = JSON.stringify({ ...validRequest, name })
  const args = ['simulate', '-', '--wait']
  const shown = await typed([...args], { env, input: body })
  t.match(shown.out, 'a\\u{1b}[31m\\u{202e}b\\u{7}\\u{a}\\u{e0041}')
  const asJson = await typed([...args, '--json'], { env, input: body })
  t.notMatch(asJson.out.trim(), /[\p{Cc}\p{Cf}]/u)
  t.match(asJson.json(), { params: { name } })
  const listed = await typed(['list'], { env, columns: 200 })
  t.notMatch(listed.out.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u)
})

t.test(
  'a terminal of 40 columns has no longer lines, and a bar; a pipe has neither bars nor colours',
  async (t) => {
    const longest = (text: string) => Math.max(...text.split(/[\n\r]/).map((line) => [...line].length))
    const listed = await typed(['list', '--limit', '3'], { env, columns: 40 })
    t.ok(longest(listed.out) <= 40, listed.out)
    const narrow = await typed(['simulate', ...flags, '--wait'], { env, columns: 40 })
    t.match(narrow.err, /\r\[[#-]+\] /)
    t.ok(longest(narrow.err.replaceAll('\u001b[K', '')) <= 40)
    const piped = await typed(['list', '--limit', '3'], { env, columns: 40, isPiped: true })
    t.ok(longest(piped.out) > 40, 'a pipe is not folded')
    const absent = { COVERAGE_URL: 'https://localhost:1', COVERAGE_KEY: apiKey }
    const toTerminal = await typed(['list'], { env: absent, columns: 40, isPiped: true })
    t.ok(toTerminal.err.length > 60 && longest(toTerminal.err) <= 40, 'errors go to the terminal')
    const link = ['link', '--profile-distance-m', '0,5,10', '--profile-ground-m', '1,9,1', '--tx-height', '2']
    const blocked = [...link, '--frequency', '868']
    const uncoloured = await typed(blocked, { env: { ...env, NO_COLOR: '1' }, columns: 40 })
    t.ok(longest(uncoloured.out) <= 40, uncoloured.out)
    const simulation = (await typed(['list', '--limit', '1', '--quiet'], { env })).out.trim()
    for (const args of [
      ['show', simulation],
      ['share', simulation],
      ['simulate', ...flags, '--estimate'],
      ['simulate', ...flags, '--tx-lat', '-70'],
      ['simulate', ...flags, '--colour', 'red'],
      ['keys'],
      ['keys', 'burn'],
      ['keys', 'create'],
      ['credits', '--ledger'],
      ['terrain', '--at', '46.5,7.5'],
      ['models', 'p1812'],
      ['webhooks', 'create', 'https://127.0.0.1:1/hook'],
      ['delete', simulation, 'sim_none'],
      ['list', '--colour', 'red'],
    ]) {
      const { out, err } = await typed(args, { env, columns: 40 })
      const lines = `${out}${err}`.split('\n').filter((line) => line.trim().includes(' '))
      t.same(
        lines.filter((line) => [...line].length > 40),
        [],
        args.join(' '),
      )
    }
    const start = '\u001b['
    t.ok((await typed(blocked, { env, columns: 40 })).out.includes(`${start}32m`))
    t.notOk(uncoloured.out.includes(start))
    t.notOk((await typed(blocked, { env })).out.includes(start))
    t.equal((await typed(['simulate', ...flags, '--wait', '--quiet'], { env, columns: 40 })).err, '')
  },
)
