import { join } from 'node:path'
import t from 'tap'
import { storeWarning } from '../../../server/command/actions/storage.ts'
import { showHold } from '../../../server/command/call/wait.ts'
import { Bar } from '../../../server/command/terminal/bar.ts'
import { typed } from '../../helpers/command.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

// What the command line says, and leaves out, to whom the service belongs.

const server = await startTestServer(t)
const { apiKey } = await server.account('unmetered')
const folder = t.testdir({ 'ca.pem': server.services.certificate.cert })
const env = {
  XDG_CONFIG_HOME: folder,
  COVERAGE_URL: server.origin,
  COVERAGE_KEY: apiKey,
  COVERAGE_CA: join(folder, 'ca.pem'),
}
const input = JSON.stringify(validRequest)

t.test('an unmetered account reads nothing of credits', async (t) => {
  const commands = [
    ['simulate', '-', '--estimate'],
    ['simulate', '-', '--wait'],
    ['list'],
    ['show', '(id)'],
    ['credits'],
    ['login'],
  ]
  let id = ''
  for (const words of commands) {
    const args = words.map((word) => (word === '(id)' ? id : word))
    const found = await typed(args, { env, input: words[0] === 'login' ? apiKey : input })
    t.match(found, { status: 0 }, args.join(' '))
    t.notMatch(found.out + found.err, /credit|balance|expires/i, args.join(' '))
    id = /sim_\w+/.exec(found.out)?.[0] ?? id
  }
  t.match((await typed(['credits'], { env })).out, /^plan +enterprise, unmetered\nstore +0 % full, 0\.0 of/)
  const asJson = await typed(['simulate', '-', '--estimate', '--json'], { env, input })
  t.match(asJson.json(), { credits: 1 }, 'programs read all')
})

t.test('the store is said to be full from 80 % on', async (t) => {
  const account = (used: number) =>
    storeWarning({ storage: { used_bytes: used * 2 ** 30, limit_bytes: 10 * 2 ** 30 } } as never)
  t.equal(account(7.9), undefined)
  t.match(account(8), /80 % full, 8\.0 of 10\.0 GiB/)
})

t.test('an address that opens on one machine alone comes with a warning', async (t) => {
  const { out: id } = await typed(['simulate', '-', '--wait', '--quiet'], { env, input })
  const shared = await typed(['share', id.trim()], { env })
  t.match(shared, { status: 0, out: /^https:.*#share=.*\n.*warning: address_is_local: .*PUBLIC_URL/s })
})

t.test(
  'waiting says that no compute node is connected: in a line once, at a terminal in the bar',
  async (t) => {
    let err = ''
    const io = {
      err(text: string) {
        err += text
      },
      columns: 80,
    }
    const serviceWith = (nodes?: number) => ({ answer: async () => ({ data: { nodes } }) }) as never
    const piped = new Bar({ ...io, errIsTerminal: false } as never, false)
    await showHold(serviceWith(0), piped)
    await showHold(serviceWith(0), piped)
    t.equal(err, 'Waiting: no compute node is connected.\n')
    err = ''
    await showHold(serviceWith(), new Bar({ ...io, errIsTerminal: true } as never, false))
    t.match(err, / {2}0 % queued/)
    err = ''
    await showHold(serviceWith(0), new Bar({ ...io, errIsTerminal: true } as never, false))
    t.match(err, / {2}0 % Waiting: no compute node is connected\./)
    err = ''
    await showHold(serviceWith(0), new Bar({ ...io, errIsTerminal: false } as never, true))
    t.equal(err, '', 'quiet')
  },
)
