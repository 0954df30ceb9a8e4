import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import t, { type Test } from 'tap'
import { parsePatternFile } from '../../kernels/antenna/pattern-file.ts'
import { addTerrainCommands, parseCommand, type TerrainCommand } from '../../server/admin/arguments.ts'
import { askServer } from '../../server/admin/client.ts'
import { serveAdmin } from '../../server/admin/socket.ts'
import { storedAntenna } from '../../server/compute/antenna.ts'
import { defaultPlans } from '../../server/config/limits.ts'
import { Dispatcher } from '../../server/jobs/dispatcher.ts'
import { StoredResults } from '../../server/jobs/stored/stored-results.ts'
import { openAntennas } from '../../storage/antennas/antennas.ts'
import { openStores } from '../../storage/objects/open.ts'
import type { StoreLocation } from '../../storage/objects/types.ts'
import { openRecords } from '../../storage/records/records.ts'
import { type Ran, runAdmin } from '../helpers/admin.ts'
import { planetFile } from '../helpers/antennas.ts'
import { typed } from '../helpers/command.ts'
import { fakeCompute, until } from '../helpers/compute.ts'
import { quotedJob } from '../helpers/jobs.ts'

function admin(dataDir: string, ...args: string[]): Promise<Ran> {
  return runAdmin({ DATA_DIR: dataDir }, ...args)
}

async function json(dataDir: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { status, out, err } = await admin(dataDir, ...args, '--json')
  if (status !== 0) throw new Error(`Expected success, got ${status}: ${out}${err}`)
  return JSON.parse(out) as Record<string, unknown>
}

/** What a running server answers, without a process for the command. */
async function ask(dataDir: string, ...args: string[]): Promise<Record<string, unknown>> {
  const answer = await askServer(dataDir, args)
  if (answer === undefined) throw new Error('Expected a server.')
  return { ...('result' in answer ? answer.result : answer) }
}

/** A server's records, dispatcher and door for the administration. */
async function serve(t: Test, content: Parameters<Test['testdir']>[0] = {}) {
  let stop = async () => {}
  // Before the folder is asked for, so that it goes after the service.
  t.teardown(() => stop())
  const dataDir = t.testdir(content)
  const records = await openRecords(join(dataDir, 'records'))
  const rasterDirectory = join(dataDir, 'rasters')
  const antennaDirectory = join(dataDir, 'antennas')
  const store: StoreLocation = { kind: 'folder', folder: dataDir }
  const stores = await openStores(store)
  const results = new StoredResults({
    records,
    plans: defaultPlans,
    store: stores.rasters,
    workFolder: join(dataDir, 'work'),
    days: 0,
    now: Date.now,
  })
  const dispatcher = new Dispatcher({
    records,
    plans: defaultPlans,
    compute: fakeCompute({ store }),
    results,
  })
  await dispatcher.start()
  const door = await serveAdmin({
    records,
    plans: defaultPlans,
    publicUrl: () => 'https://coverage.example',
    dispatcher,
    dataDir,
    stores,
  })
  stop = async () => {
    await door.close()
    await dispatcher.stop(0)
    await records.close()
  }
  return { dataDir, records, stores, rasterDirectory, antennaDirectory, dispatcher, door }
}

t.test('commands work without a server', async (t) => {
  const dataDir = t.testdir()
  const made = await json(dataDir, 'account', 'create', '--name', 'Ada', '--plan', 'pro', '--credits', '1000')
  t.same(Object.keys(made), ['account_id', 'api_key', 'plan', 'balance'])
  t.match(made, { account_id: /^acc_\w{20}$/, api_key: /^rcov_\w{8}_\w{40}$/, plan: 'pro', balance: 1000 })
  const id = String(made.account_id)

  const listed = await admin(dataDir, 'account', 'list')
  t.match(listed, { status: 0, out: /ACCOUNT_ID +NAME +PLAN/ })
  t.match(listed.out, id)
  const unknown = await admin(dataDir, 'account', 'show', 'acc_none', '--json')
  t.equal(unknown.status, 1)
  t.match(JSON.parse(unknown.out), { error: { code: 'account_not_found', detail: /acc_none/ } })
  t.match(await admin(dataDir, 'account', 'show', 'acc_none'), {
    status: 1,
    out: '',
    err: /^account_not_found: /,
  })

  const records = await openRecords(join(dataDir, 'records'))
  t.equal(records.findKey(String(made.api_key))?.account.id, id)
  const locked = await admin(dataDir, 'account', 'list', '--json')
  t.match(JSON.parse(locked.out), {
    error: { code: 'records_in_use', detail: new RegExp(String(process.pid)) },
  })
  await records.close()
})

t.test('an invite prints an address, and is shown with its account', async (t) => {
  const { dataDir, records } = await serve(t)
  const made = await json(dataDir, 'account', 'invite', 'Ada', '--credits', '9')
  t.same(Object.keys(made), ['account_id', 'url', 'expires_at'])
  const id = String(made.account_id)
  t.match(made, {
    url: /^https:\/\/coverage\.example\/#invite=inv_\w{20}_\w{40}$/,
    expires_at: records.account(id)?.invite?.expires_at,
  })
  const shown = await ask(dataDir, 'account', 'show', id)
  t.match(shown, { name: 'Ada', balance: 9, keys: 0, invite_used_at: null })
  t.match(await records.redeemInvite(String(made.url).replace(/.*=/, '')), { outcome: 'redeemed' })
  t.match(await ask(dataDir, 'account', 'show', id), { keys: 1, invite_used_at: String })
  const text = await admin(dataDir, 'account', 'invite', 'Bob', '--unmetered')
  t.match(text.out, /^url +https:\S+#invite=\S+$/m)
  const alone = t.testdir()
  const env = { DATA_DIR: alone, PUBLIC_URL: 'https://elsewhere.example:444' }
  t.match((await runAdmin(env, 'account', 'invite', 'Eve')).out, /https:\/\/elsewhere\.example:444\/#invite=/)
  const wrong = await runAdmin({ ...env, PUBLIC_URL: 'nowhere' }, 'account', 'invite', 'Eve')
  t.match(wrong, { status: 2, err: /PUBLIC_URL/ })
  t.match((await json(alone, 'account', 'list')).accounts, { length: 1 }, 'nothing is made then')
})

t.test('an unmetered account', async (t) => {
  const { dataDir } = await serve(t)
  const made = await ask(dataDir, 'account', 'create', '--name', 'Ada', '--unmetered')
  t.match(made, { plan: 'enterprise', balance: 1_000_000_000, unmetered: true })
  const id = String(made.account_id)
  const other = await ask(dataDir, 'account', 'create', '--name', 'Bob')
  t.notOk('unmetered' in other)
  const listed = await ask(dataDir, 'account', 'list')
  t.match(listed.accounts, [{ unmetered: true }, { unmetered: false }])
  t.match(await ask(dataDir, 'account', 'show', id), {
    unmetered: true,
    plan: 'enterprise',
    limit: 1_000_000_000,
  })
  for (const change of [
    ['grant', id, '--credits', '5'],
    ['set-plan', id, 'pro'],
  ]) {
    const refused = await ask(dataDir, 'account', ...change)
    t.match(refused, { error: { code: 'account_unmetered', detail: /^acc_\w+ is unmetered/ } }, change[0])
  }
  t.match(await ask(dataDir, 'account', 'show', id), { plan: 'enterprise', balance: 1_000_000_000 })
  t.match(await ask(dataDir, 'account', 'disable', id), { disabled: true })
  t.match(await ask(dataDir, 'account', 'delete', id), { deleted: true })
})

t.test('commands work beside a running server', async (t) => {
  const { dataDir, records, stores, rasterDirectory, antennaDirectory, dispatcher, door } = await serve(t)
  const made = await json(dataDir, 'account', 'create', '--name', 'Ada', '--credits', '10', '--limit', '50')
  const id = String(made.account_id)
  const antennas = await openAntennas(stores.antennas, () => true)
  await antennas.add(id, storedAntenna(parsePatternFile(planetFile()), '', undefined))
  t.equal(records.findKey(String(made.api_key))?.account.id, id, 'the server knows it at once')

  t.match(await ask(dataDir, 'account', 'grant', id, '--credits', '5'), {
    account_id: id,
    granted: 5,
    balance: 15,
  })
  t.match(await ask(dataDir, 'account', 'set-plan', id, 'enterprise'), { account_id: id, plan: 'enterprise' })
  t.match(await ask(dataDir, 'account', 'show', id), {
    account_id: id,
    name: 'Ada',
    plan: 'enterprise',
    balance: 15,
    held: 0,
    used_this_month: 0,
    limit: 50,
    keys: 1,
    simulations: 0,
    disabled: false,
  })
  const key = await ask(dataDir, 'key', 'create', id)
  t.match(key, { key_id: /^\w{8}$/, api_key: /^rcov_/ })
  const keyId = String(key.key_id)
  t.match(await ask(dataDir, 'key', 'list', id), { keys: [{}, { key_id: keyId, last_used_at: null }] })
  t.match(await ask(dataDir, 'key', 'revoke', keyId), { key_id: keyId, revoked: true })
  t.match(await ask(dataDir, 'key', 'revoke', keyId), { error: { code: 'key_not_found' } })
  const node = await ask(dataDir, 'node', 'token', 'create', '--name', 'cellar')
  t.match(node, { token_id: /^rcnode_\w{12}$/, name: 'cellar', node_token: /^rcnode_\w{12}_\w{40}$/ })
  const { token_id = '', node_token = '' } = node as { token_id?: string; node_token?: string }
  t.equal(records.findNodeToken(node_token)?.token_id, token_id, 'the server knows it at once')
  const list = await ask(dataDir, 'node', 'token', 'list')
  t.match(list, { tokens: [{ token_id, name: 'cellar', created_at: String }] })
  t.notMatch(JSON.stringify(list), /sha256/)
  t.match(await ask(dataDir, 'node', 'token', 'revoke', token_id), { token_id, revoked: true })
  t.equal(records.findNodeToken(node_token), undefined)
  t.match(await ask(dataDir, 'node', 'token', 'revoke', token_id), { error: { code: 'token_not_found' } })
  t.match(await ask(dataDir, 'account', 'disable', id), { account_id: id, disabled: true })
  t.equal(records.findKey(String(made.api_key)), undefined)
  t.match(await ask(dataDir, 'account', 'fly', id), { error: { code: 'wrong_usage' } })

  const account = records.account(id)
  if (account === undefined) throw new Error('Expected the account.')
  const started = await dispatcher.submit(account, quotedJob({ name: 'quick' }))
  if (started.outcome !== 'accepted') throw new Error(started.outcome)
  await until(() => records.simulation(started.simulation.id)?.status === 'completed', 'a result')
  await dispatcher.submit(account, quotedJob({ name: 'hold' }))
  t.match(await ask(dataDir, 'account', 'delete', id), { account_id: id, deleted: true, simulations: 2 })
  t.equal(records.account(id), undefined)
  await until(() => dispatcher.running === 0, 'the computation to stop')
  await until(async () => (await readdir(rasterDirectory)).length === 0, 'its files to be gone')
  t.same(await readdir(antennaDirectory), [])

  t.equal((await stat(join(dataDir, 'admin.json'))).mode & 0o777, 0o600)
  const { socket } = JSON.parse(await readFile(join(dataDir, 'admin.json'), 'utf8')) as { socket: string }
  t.equal((await stat(join(socket, '..'))).mode & 0o777, 0o700)
  await door.close()
  await door.close()
  t.notOk(existsSync(socket) || existsSync(join(dataDir, 'admin.json')))
})

t.test('neither side sends anything to a peer without the token', async (t) => {
  const { dataDir } = await serve(t)
  const path = join(dataDir, 'admin.json')
  const address = JSON.parse(await readFile(path, 'utf8')) as { socket: string; token: string; pid: number }

  // A server that does not know the token.
  const received: string[] = []
  const stranger = createServer((connection) => {
    connection.on('data', (data: Buffer) => {
      received.push(data.toString())
      connection.write(`${JSON.stringify({ proof: '0'.repeat(64), nonce: 'n' })}\n`)
    })
  })
  // A short path: the system cuts those of sockets after some hundred bytes.
  const folder = await mkdtemp(join(tmpdir(), 'coverage-stranger-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const strangerPath = join(folder, 's')
  await new Promise<void>((resolve) => stranger.listen(strangerPath, resolve))
  t.teardown(() => stranger.close())
  await writeFile(path, JSON.stringify({ ...address, socket: strangerPath }))
  await t.rejects(askServer(dataDir, ['account', 'list']), { code: 'server_not_trusted' })
  t.equal(received.length, 1, 'only a nonce')
  t.notMatch(received[0], 'account')

  // A client that does not know it.
  await writeFile(path, JSON.stringify({ ...address, token: 'x' }))
  await t.rejects(askServer(dataDir, ['account', 'list']), { code: 'server_not_trusted' })
})

t.test('commands work after a server was killed', async (t) => {
  const dataDir = t.testdir()
  const address = { socket: join(dataDir, 'gone.sock'), token: 'x', pid: 1 }
  await writeFile(join(dataDir, 'admin.json'), JSON.stringify(address))
  t.equal(await askServer(dataDir, ['account', 'list']), undefined)
  await writeFile(join(dataDir, 'admin.json'), '')
  t.equal(await askServer(dataDir, ['account', 'list']), undefined)
  t.same(await json(dataDir, 'account', 'list'), { accounts: [] })
})

t.test('a server takes over the socket of one that was killed', async (t) => {
  const { dataDir } = await serve(t, { 'admin.json': '{"socket": "/nowhere", "token": "x", "pid": 1}' })
  t.match(await askServer(dataDir, ['account', 'list']), { result: { accounts: [] } })
})

t.test('wrong usage is refused', async (t) => {
  const dataDir = t.testdir()
  t.match(await admin(dataDir, '--help'), { status: 0, out: /^Usage: / })
  t.match(await admin(dataDir), { status: 2, out: '', err: /Usage: / })
  const wrong = await admin(dataDir, 'account', 'create', '--json')
  t.equal(wrong.status, 2)
  t.match(JSON.parse(wrong.out), { error: { code: 'wrong_usage', detail: /--name <name>/ } })

  for (const line of [
    'account',
    'account create --name',
    'account create --name a --plan gold',
    'account create --name a --credits -1',
    'account create --name a --credits 1.5',
    'account create --name a --limit x',
    'account create --name a --unmetered --plan pro',
    'account create --name a --credits 5 --unmetered',
    'account create extra --name a',
    'account invite',
    'account invite a b',
    'account invite a --name b',
    'account invite a --unmetered --limit 5',
    'account list --name a',
    'account show',
    'account show a b',
    'account grant acc_1',
    'account grant acc_1 --credits 0',
    'account grant acc_1 --credits 9999999999',
    'account set-plan acc_1 gold',
    'key revoke',
    'node token',
    'node token create',
    'node token create extra --name a',
    'node token list --name a',
    'node token revoke',
    'node token revoke a b',
    'constructor toString',
    'account list --force',
  ]) {
    t.throws(() => parseCommand(line.split(' ')), { code: /^commander\./ }, line)
  }
})

/** The terrain command of these words. */
function parseTerrain(...words: string[]): TerrainCommand | undefined {
  let parsed: TerrainCommand | undefined
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} })
  addTerrainCommands(program, (command) => {
    parsed = command
  })
  program.parse(['terrain', ...words], { from: 'user' })
  return parsed
}

t.test('command lines of terrain are parsed or refused', async (t) => {
  t.same(parseTerrain('fetch', '--bbox', '-10.5,-40,5,50'), {
    name: 'terrain fetch',
    bounds: { westDeg: -10.5, southDeg: -40, eastDeg: 5, northDeg: 50 },
  })
  t.match(parseTerrain('fetch', '--bbox=170,-5,-170,5'), {
    bounds: { westDeg: 170, eastDeg: 190 },
  })
  t.match(parseTerrain('fetch', '--bbox', '-180,-90,180,90'), {
    bounds: { westDeg: -180, southDeg: -90, eastDeg: 180, northDeg: 90 },
  })
  t.same(parseTerrain('list'), { name: 'terrain list', geojson: false })
  for (const [args, says] of [
    [['fetch'], /--bbox <west,south,east,north>/],
    [['fetch', '--bbox', '1,2,3'], /Expected WEST,SOUTH,EAST,NORTH/],
    [['fetch', '--bbox', '1,2,3,x'], /'1,2,3,x'/],
    [['fetch', '--bbox', '1,50,3,40'], /Expected WEST,SOUTH,EAST,NORTH/],
    [['fetch', '--bbox', '1,2,181,3'], /Expected WEST,SOUTH,EAST,NORTH/],
    [['fetch', '--bbox', '-181,2,1,3'], /Expected WEST,SOUTH,EAST,NORTH/],
    [['fetch', '--bbox', '1,2,3,91'], /Expected WEST,SOUTH,EAST,NORTH/],
    [['fetch', '--bbox', '1,-91,3,2'], /Expected WEST,SOUTH,EAST,NORTH/],
    [['fetch', '--bbox', '1,2,3,2'], /Expected WEST,SOUTH,EAST,NORTH/],
    [['fetch', '--bbox', '1,,3,4'], /Expected WEST,SOUTH,EAST,NORTH/],
    [['fetch', '--bbox', '1,2,3,4,5'], /Expected WEST,SOUTH,EAST,NORTH/],
    [['list', '--bbox', '1,2,3,4'], /unknown option '--bbox'/],
    [['check', '--geojson'], /unknown option '--geojson'/],
    [['list', 'all'], /too many arguments/],
    [['list', '--size'], /--size/],
  ] as const) {
    t.throws(() => parseTerrain(...args), { code: /^commander\./, message: says }, args.join(' '))
  }
})

t.test('results are printed as text', async (t) => {
  const dataDir = t.testdir()
  const env = { DATA_DIR: dataDir }
  t.equal((await typed(['admin', 'node', 'token', 'list'], { env })).out, '(none)\n')
  const name = 'a\u001b[31m'
  t.match((await typed(['admin', 'account', 'create', '--name', name], { env })).out, /^balance +0$/m)
  const { out } = await typed(['admin', 'account', 'list'], { env })
  t.match(
    out,
    /^ACCOUNT_ID +NAME +PLAN +UNMETERED +BALANCE +DISABLED +CREATED_AT\nacc_\w+ +a\\u\{1b\}\[31m +pro +false +0/,
  )
})
