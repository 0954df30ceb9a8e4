import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { failureOf } from '../../../server/command/errors.ts'
import { fieldsOf } from '../../../server/command/fields.ts'
import { waitMsOf } from '../../../server/command/service.ts'
import { targetOf } from '../../../server/command/target.ts'
import { bodyOf, columnsOf } from '../../../server/requests/columns.ts'
import { typed } from '../../helpers/command.ts'

// What a command must not show, read or begin.

const key = 'rcov_0123456789secret'

t.test('neither a key nor a password is shown where they are wrong', async (t) => {
  const home = t.testdir({ coverage: {} })
  const settings = join(home, 'coverage/config.json')
  writeFileSync(settings, `${key} is no JSON`)
  chmodSync(settings, 0o600)
  for (const [args, env] of [
    [['credits'], { COVERAGE_KEY: `rcov_0123456789\nsecret` }],
    [['credits', '--key', `${key}\u{e9}`], {}],
    [['credits', '--url', 'https://user:0123456789secret@localhost'], {}],
    [['credits', '--url', 'http://user:0123456789secret@localhost'], {}],
    [['credits'], { XDG_CONFIG_HOME: home }],
  ] as const) {
    const { status, out, err } = await typed(args, { env })
    t.equal(status, 2, err)
    t.notMatch(out + err, /secret|0123456789/)
  }
})

t.test('where no file can be written nothing is begun', (t) => {
  const folder = t.testdir({ 'folder.tif': {}, 'gone.tif': t.fixture('symlink', 'nowhere.tif') })
  t.throws(() => targetOf(join(folder, 'none/x.tif')), { code: 'folder_missing' })
  t.throws(() => targetOf(join(folder, 'folder.tif'), true), { code: 'file_exists' })
  t.throws(() => targetOf(join(folder, 'gone.tif')), { code: 'file_exists' }, 'a link that leads nowhere')
  t.equal(targetOf(join(folder, 'x.tif')).format, 'tif')
  t.same(readdirSync(folder).sort(), ['folder.tif', 'gone.tif'])
  // Nobody may write there, root included.
  t.throws(() => targetOf('/proc/x.tif'), { message: "/proc can't be written to (ENOENT)." })
  t.same(
    failureOf(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })).message,
    'i/o error, read',
  )
  t.end()
})

t.test('a file that is not there is named', async (t) => {
  const folder = t.testdir({ a: {} })
  const none = join(folder, 'none.json')
  for (const args of [
    ['simulate', `@${none}`],
    ['batch', none],
    ['link', '--antenna-pattern', `@${none}`],
  ]) {
    t.match(
      await typed(args),
      { status: 2, out: '', err: `file_missing: There is no file ${none}.\n` },
      args.join(' '),
    )
  }
  const kml = {
    env: { COVERAGE_URL: 'https://localhost:1', COVERAGE_KEY: 'x' },
    input: '<?xml version="1.0"?><kml/>',
  }
  for (const args of [
    ['stats', 'sim_1', '--area', '-'],
    ['features', 'sim_1', '-'],
  ]) {
    t.match(await typed(args, kml), { status: 2, err: /XML, such as KML; expected GeoJSON/ })
  }
  const marked = join(folder, 'marked.json')
  writeFileSync(marked, '\ufeff{"colour":1}')
  const known = { status: 2, err: /^invalid_parameters: .*required/ }
  t.match(await typed(['simulate', '--local', `@${marked}`]), known, 'with a byte order mark')
  t.match(await typed(['simulate', '--local', '-'], { input: '\ufeff{}' }), known)
  const latin1 = Buffer.from('{"name":"Z\xfcrich"}', 'latin1')
  writeFileSync(join(folder, 'latin1.json'), latin1)
  for (const [source, where] of [
    [`@${join(folder, 'latin1.json')}`, join(folder, 'latin1.json')],
    ['-', 'standard input'],
  ] as const) {
    const err = `file_unreadable: ${where} can't be read: expected text in UTF-8.\n`
    t.match(await typed(['simulate', '--local', source], { input: latin1 }), { status: 2, err })
  }
  t.match(await typed(['simulate', `@${join(folder, 'a')}`, '--json']), {
    status: 2,
    out: /^\{"error":\{"code":"file_unreadable","detail":".*EISDIR/,
  })
})

t.test('a table names no files', (t) => {
  const fields = fieldsOf('simulation')
  const body = bodyOf(
    { names: ['antenna', 'name'], hasDecimalCommas: false },
    ['@/etc/passwd', '@/etc/passwd'],
    columnsOf(fields),
  )
  t.same(body, { antenna: '@/etc/passwd', name: '@/etc/passwd' })
  t.end()
})

t.test('how long to wait is read from seconds and from dates', (t) => {
  const asked = (text?: string) =>
    waitMsOf(new Response(null, { headers: text ? { 'retry-after': text } : {} }))
  t.equal(asked('3'), 3000)
  t.equal(asked(), 1000)
  t.equal(asked('soon'), 1000)
  t.equal(asked('0'), 250, 'never at once')
  t.equal(asked('99999999'), 3_600_000, 'not longer than a timer takes')
  const inAMinute = asked(new Date(Date.now() + 60_000).toUTCString())
  t.ok(inAMinute > 50_000 && inAMinute <= 60_000, String(inAMinute))
  t.equal(asked(new Date(0).toUTCString()), 250)
  t.end()
})
