import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { aboutOf, fieldsOf, placeholderOf } from '../../../server/command/call/fields.ts'
import { higherGroundText } from '../../../server/command/call/record-text.ts'
import { waitMsOf } from '../../../server/command/call/service.ts'
import { readConnection } from '../../../server/command/call/settings.ts'
import { targetOf } from '../../../server/command/call/target.ts'
import { Failure, failureOf, UsageError } from '../../../server/command/errors.ts'
import { helpWidth } from '../../../server/command/help.ts'
import { nearest } from '../../../server/command/request/nearest.ts'
import { withPreset } from '../../../server/command/request/presets.ts'
import { Bar } from '../../../server/command/terminal/bar.ts'
import {
  errorWidthOf,
  hasColors,
  hasUnicode,
  terminalWidth,
  widthOf,
} from '../../../server/command/terminal/io.ts'
import { drawProfile } from '../../../server/command/terminal/profile.ts'
import { folded, pairs, table } from '../../../server/command/terminal/table.ts'
import { fitted, safe, safeJson, wrapped } from '../../../server/command/terminal/text.ts'
import { Problem } from '../../../server/http/errors.ts'
import { numberIn, put, readText } from '../../../server/requests/cells.ts'
import { bodyOf, columnErrors, columnsOf } from '../../../server/requests/columns.ts'
import { nearestOf } from '../../../server/requests/nearest.ts'
import { readTable } from '../../../server/requests/table.ts'
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
  for (const [name, format] of Object.entries({ 'x.tif': 'tif', 'X.TIFF': 'tif', 'a.png.kmz': 'kmz' }))
    t.equal(targetOf(join(folder, name)).format, format)
  t.same(readdirSync(folder).sort(), ['folder.tif', 'gone.tif'])
  // Nobody may write there, root included.
  t.throws(() => targetOf('/proc/x.tif'), { message: '/proc is not writable (ENOENT).' })
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
    ['links', none],
    ['link', '--antenna-pattern', `@${none}`],
  ]) {
    t.match(
      await typed(args),
      { status: 2, out: '', err: `file_missing: File ${none} not found.\n` },
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
    ['links', '-'],
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

t.test('whatever was thrown has a code, a sentence and the faults of each field', (t) => {
  const errors = [
    { pointer: '#/erp', detail: 'erp is wrong' },
    { pointer: '#/frequency', detail: 'frequency is wrong' },
  ]
  const local = failureOf(new Problem('invalid_parameters', 'Two fields are wrong.', { errors }))
  t.match(local, { code: 'invalid_parameters', message: 'Two fields are wrong.', exitCode: 2 })
  t.same(local.details, ['erp is wrong', 'frequency is wrong'])
  const answered = { message: '400 Two.', code: 'malformed_json', problem: { detail: 'Two.', errors } }
  t.match(failureOf(answered), {
    message: 'Two.',
    exitCode: 2,
    details: ['erp is wrong', 'frequency is wrong'],
  })
  const one = {
    ...answered,
    code: 'terrain_missing',
    problem: { detail: 'One.', errors: errors.slice(0, 1) },
  }
  t.same(failureOf(one).details, [], 'the sentence says it already')
  t.equal(failureOf(one).exitCode, 1)
  t.match(failureOf('plain'), { code: 'internal_error', message: 'plain', exitCode: 1 })
  const own = new UsageError('Expected less.')
  t.equal(failureOf(own), own)
  t.match([own.code, own.exitCode, new Failure('x', 'y').exitCode], ['wrong_usage', 2, 1])
  t.end()
})

t.test('texts become the values of their fields', (t) => {
  for (const [text, hasCommas, value] of [
    ['-7.25', false, -7.25],
    ['1e3', false, 1000],
    ['.5', false, 0.5],
    ['7,25', true, 7.25],
    ['-,5', true, -0.5],
    ['7.25', true, '7.25'],
    ['7,25', false, '7,25'],
    ['1,2,3', true, '1,2,3'],
    ['', false, ''],
    ['0x10', false, '0x10'],
    ['Infinity', false, 'Infinity'],
  ] as const) {
    t.equal(numberIn(text, hasCommas), value, text)
  }
  const numbers = { type: 'array', items: { type: 'number' } }
  t.same(readText('0, 5,x', numbers), [0, 5, 'x'])
  t.same(readText('{"a":1}', { type: 'object' }), { a: 1 })
  t.equal(readText('{', { type: 'object' }), '{')
  t.equal(readText('5', { type: 'string' }), '5')
  const body: Record<string, unknown> = { antenna: 'text' }
  put(body, ['antenna', 'tilt'], 3)
  put(body, ['antenna', 'azimuth'], 4)
  put(body, ['__proto__'], 5)
  t.same(Object.entries(body), [
    ['antenna', { tilt: 3, azimuth: 4 }],
    ['__proto__', 5],
  ])
  t.equal(nearestOf('TX-Height', ['tx_height', 'rx_height']), 'tx_height')
  t.equal(nearestOf('frequncy', ['frequency', 'erp']), 'frequency')
  t.equal(nearestOf('frequencx', ['frequency', 'frequencz']), 'frequency')
  t.equal(nearestOf('colour', ['frequency', 'erp']), undefined)
  t.same(nearest('868', ['a-868', 'b-433', 'c-868']), ['a-868', 'c-868'])
  t.same(nearest('b-434', ['a-868', 'b-433']), ['b-433'])
  const columns = columnsOf(fieldsOf('simulation'))
  const wrong = columnErrors(['tx_lat', '', 'colour', 'antenna.tilt', 'antenna_tilt', 'smell'], columns)
  t.match(wrong, [
    { row: 1, detail: 'column 2 has no name' },
    { row: 1, detail: /"colour" is not a known column; allowed: .*antenna\.tilt/ },
    { row: 1, detail: 'the column "antenna_tilt" appears twice' },
    { row: 1, detail: /^"smell" is not a known column$/ },
  ])
  t.end()
})

t.test('flags say their unit, limits and default; a preset gives way to what is said', (t) => {
  t.equal(placeholderOf({ type: 'number', 'x-unit': 'dBm' }), 'dBm')
  t.equal(placeholderOf({ type: 'number', 'x-unit': '1' }), 'number')
  t.equal(placeholderOf({ type: 'array', items: { enum: ['a'] } }), 'word,…')
  t.equal(placeholderOf({ type: 'array', items: { type: 'number' } }), 'number,…')
  t.equal(placeholderOf({ type: 'string', enum: ['a'] }), 'word')
  t.equal(placeholderOf({ type: 'object' }), 'json')
  const height = { type: 'number', description: 'Height, in metres', minimum: 0, maximum: 5, default: 4 / 3 }
  const about = aboutOf({ ...height, 'x-unit': 'metres' })
  t.match(about, /^Height \(.*between 0 and 5.*; default 1\.333\)$/)
  t.equal(aboutOf({ type: 'string', description: 'A name', default: '' }), 'A name')

  const named = 'meshtastic-longfast-us'
  t.match(withPreset(named, { model: 'p526' }), { frequency: 906.875, rx_sensitivity_dbm: -131 })
  t.equal(withPreset(named, { frequency: 915 }).frequency, 915)
  t.equal(withPreset(named, { erp: 1 }).tx_power_dbm, undefined)
  t.same(
    Object.keys(withPreset(named, { model: 'los' })).filter((name) =>
      /power|gain|loss|sensitivity/.test(name),
    ),
    [],
    'line of sight knows no power',
  )
  t.end()
})

t.test('tables and texts keep to their columns and to one line', (t) => {
  t.equal(
    table(
      ['a', 'long'],
      [
        [1, 'x'],
        [22, null],
      ],
      40,
    ),
    'A   LONG\n1   x\n22  -',
  )
  t.equal(table(['a', 'b'], [[1, 'x y']], 5), 'a  1\nb  x\n   y')
  t.equal(table(['a', 'b'], [[1, 'x']], 4), 'A  B\n1  x')
  t.equal(table(['a'], [], 40), '(none)')
  t.equal(
    pairs(
      [
        ['one', 1],
        ['b', undefined],
        ['three', ''],
      ],
      40,
    ),
    'one    1\nthree  -',
  )
  t.same(folded('a bc def', 4), ['a bc', 'def'])
  t.same(folded('abcdef', 4), ['abcd', 'ef'])
  t.same(folded('日本語', 4), ['日本', '語'], 'wide letters take two')
  t.equal(wrapped('a bc def', 6, 2), '  a bc\n  def')
  t.equal(fitted('ab cd\nabc', 4), 'ab\ncd\nabc')
  t.equal(wrapped('abc de', 6), 'abc de', 'as wide as may be')
  t.equal(fitted('ab cd', 5), 'ab cd')
  t.equal(table(['a', 'b', 'c'], [[1, 2, 3]], 7), 'A  B  C\n1  2  3')
  const ioOf = (more: object) => ({ env: {}, outIsTerminal: true, errIsTerminal: true, ...more }) as never
  for (const [columns, width] of [
    [undefined, 80],
    [0, 80],
    [19, 20],
    [20, 20],
    [133, 133],
  ])
    t.equal(terminalWidth(ioOf({ columns })), width)
  t.same(
    [59, 100, 133].map((columns) => helpWidth(ioOf({ columns }))),
    [59, 100, 100],
  )
  t.equal(widthOf(ioOf({ columns: 50, outIsTerminal: false })), Number.POSITIVE_INFINITY)
  t.equal(errorWidthOf(ioOf({ columns: 50, outIsTerminal: false })), 50)
  t.equal(errorWidthOf(ioOf({ columns: 50, errIsTerminal: false })), Number.POSITIVE_INFINITY)
  for (const [env, isUnicode] of [
    [{ LANG: 'de_DE.UTF-8' }, true],
    [{ LC_ALL: 'C', LC_CTYPE: 'en.utf8', LANG: 'en.utf8' }, false],
    [{ LC_ALL: '', LC_CTYPE: 'en.utf8', LANG: 'C' }, true],
    [{ LC_CTYPE: 'C', LANG: 'en.utf8' }, false],
    [{}, false],
  ] as const)
    t.equal(hasUnicode(ioOf({ env })), isUnicode, JSON.stringify(env))
  for (const [more, isColored] of [
    [{}, true],
    [{ outIsTerminal: false }, false],
    [{ env: { NO_COLOR: '1' } }, false],
    [{ env: { NO_COLOR: '', TERM: 'xterm' } }, true],
    [{ env: { TERM: 'dumb' } }, false],
  ] as const)
    t.equal(hasColors(ioOf(more)), isColored, JSON.stringify(more))

  let drawn = ''
  const barOf = (columns: number) =>
    new Bar(
      ioOf({ columns, err: (text: string) => (drawn += text.replace('\x1b[K', '').replace('\r', '')) }),
      false,
    )
  for (const [columns, fraction, line] of [
    [80, 0.499, `[${'#'.repeat(15)}${'-'.repeat(15)}]  49 % what`],
    [54, 1.2, `[${'#'.repeat(30)}] 120 % what`],
    [34, 0, `[${'-'.repeat(10)}]   0 % what`],
    [26, 1, '100 % what'],
    [20, 0, '  0 % what is going'],
  ] as const) {
    drawn = ''
    const bar = barOf(columns)
    bar.show(fraction, columns === 20 ? 'what is going on' : 'what')
    t.equal(drawn, line, `${columns}`)
    drawn = ''
    bar.end()
    bar.end()
    t.equal(drawn, '')
  }
  t.equal(safe('a\u001b\u202eb\n'), 'a\\u{1b}\\u{202e}b\\u{a}')
  t.equal(safe('a\u200cb'), 'a\u200cb', 'words need joiners')
  t.equal(safeJson({ a: '\u009b\u{e0041}' }), '{"a":"\\u009b\\udb40\\udc41"}')
  t.end()
})

t.test('a profile has the ground as it bulges, the ray above it, and what it hits', (t) => {
  const flat = [0, 0, 0]
  const profile = { distance_m: [0, 1000, 2000], bulge_m: [0, 10, 0], line_m: [20, 20, 20], fresnel_m: flat }
  const io = { errIsTerminal: false, outIsTerminal: false, columns: 41, env: { LANG: 'C' } } as never
  const drawn = (ground_m: number[]) => drawProfile({ ...profile, ground_m }, io).split('\n')
  const clear = drawn(flat)
  t.equal(clear.length, 15)
  t.match(clear[0], /^ +20 m -+$/, 'the ray is the highest')
  t.match(clear[13], /^ +0 m #+$/)
  t.match(clear[14], /^ {8}0 +2\.0 km$/)
  t.match(drawn([0, 10.5, 0]).join(''), /-x+-/, 'with the bulge the hill is higher than the ray')
  t.notMatch(clear.join(''), /x/)
  const zone = drawProfile({ ...profile, ground_m: flat, fresnel_m: [0, 8, 0] }, io).split('\n')
  t.match(zone[5], /^ {10,}\.+$/, 'below the ray, 8 m of it in the middle')
  t.notMatch(zone.slice(7, 14).join(''), /\./)
  t.match(clear[6], /^ +11 m/, '20 m in 13 steps: the seventh from below')
  t.match(drawn([0, 0, 30])[0], /^ +30 m +#$/, 'also the last post')
  t.end()
})

t.test('a flag comes before the environment, that before the file of the user', (t) => {
  const home = t.testdir({ coverage: { 'ca.pem': 'PEM' } })
  const file = join(home, 'coverage/config.json')
  const authorities = { 'https://other:8443': 'PINNED' }
  writeFileSync(file, JSON.stringify({ url: 'https://file:1/', key: 'of-file', ca: 'ca.pem', authorities }))
  chmodSync(file, 0o600)
  const env = { XDG_CONFIG_HOME: home }
  const ca = join(home, 'coverage/ca.pem')
  t.match(readConnection({}, env), {
    url: 'https://file:1',
    key: 'of-file',
    ca: 'PEM',
    caPath: ca,
    trust: 'named',
  })
  const asked = readConnection({}, { ...env, COVERAGE_URL: 'https://env:2', COVERAGE_KEY: 'of-env' })
  t.match(asked, { url: 'https://env:2', key: 'of-env', ca: 'PEM', trust: undefined })
  const flags = { url: 'https://other:8443/path', key: 'of-flag' }
  const pinned = readConnection(flags, { ...env, COVERAGE_URL: 'https://env:2', COVERAGE_KEY: 'of-env' })
  t.match(pinned, {
    url: 'https://other:8443',
    key: 'of-flag',
    ca: 'PINNED',
    caPath: undefined,
    trust: 'pinned',
  })
  t.match(readConnection({ ...flags, ca }, env), { ca: 'PEM', trust: 'named' }, 'a file that is named wins')
  chmodSync(file, 0o640)
  t.throws(() => readConnection({}, env), { code: 'unsafe_configuration' })
  t.end()
})

t.test('higher ground is where the compass says', (t) => {
  const mast = { lat: 60, lon: 10 }
  const at = (lat: number, lon: number) =>
    higherGroundText(mast, 100, { lat, lon, ground_m: 112.4, distance_m: 250 })
  t.equal(at(60.001, 10), '12 m higher ground 250 m north, at 60.001,10')
  // A degree of longitude is half as long there.
  t.match(at(60.001, 10.002), /north-east/)
  t.match(at(60, 9.9), / west/)
  t.match(at(59.999, 9.998), /south-west/)
  t.match(at(59.9, 10), / south,/)
  t.end()
})

t.test('a table is read as spreadsheets write it, or its first fault is named', (t) => {
  const units: Record<string, string> = { lat: 'degrees', erp: 'watts' }
  const read = (text: string | Buffer, maximum?: { rows: number; lines: number }) =>
    readTable(Buffer.from(text), (name) => units[name], maximum)
  t.match(read('\n name , lat\n\n"a, b", 1.5\n'), {
    names: ['name', 'lat'],
    rows: [{ row: 4, cells: ['a, b', '1.5'] }],
    separator: ',',
    hasDecimalCommas: false,
  })
  t.match(read('\ufeffname;lat\r\nZürich;47,5\r\n'), { names: ['name', 'lat'], hasDecimalCommas: true })
  t.match(
    read('"a,b,c";lat\n1;2'),
    { names: ['a,b,c', 'lat'], separator: ';' },
    'what is quoted separates nothing',
  )
  t.match(
    read('lat\terp\n47,123\t1,500'),
    { separator: '\t', hasDecimalCommas: true },
    'no angle is that large',
  )
  t.equal(read('name;erp\n1,5;2').hasDecimalCommas, false, 'a name is no number')
  t.equal(read('lat,erp\n"1,5",2').hasDecimalCommas, false, 'a comma that separates is none of numbers')
  t.match(read(Buffer.from('name\nZ\xfcrich', 'latin1')).rows, [{ cells: ['Zürich'] }])
  t.match(read(Buffer.from('\ufeffname\nZürich', 'utf16le')).rows, [{ cells: ['Zürich'] }])
  t.equal(read('a\n1\n2', { rows: 2, lines: 2 }).rows.length, 2)
  for (const [text, message] of [
    ['', /is empty/],
    ['\n ,\n', /is empty/],
    ['a,b\n1,2\n1\n', /^row 3 has 1 cells, expected 2 as in the header$/],
    ['lat;erp\n1;1,5\n2;2.5', /^row 3 has "2.5" in the column erp, and row 2 has "1,5" in the column erp/],
    ['erp;lat\n1,500;2', /^row 2 has "1,500" in the column erp, which could be 1.500 or 1500/],
    ['a\n"b', /A quote is not closed/],
    ['a\nb"c"', /A quote is not allowed/],
    ['a\0', /is not text: save/],
    [Buffer.from('a,ü\nb,\xfc'.replace('ü', '\u00c3\u00bc'), 'latin1'), /not text in UTF-8: line 2 has/],
    [`${'a,'.repeat(200)}a`, /has 201 columns, at most 200/],
    ['b'.repeat(201), /with 201 characters/],
  ] as const) {
    t.throws(() => read(text as string), { message }, String(text).slice(0, 40))
  }
  t.throws(() => read('a\r\n1\r2\n3', { rows: 1, lines: 2 }), {
    message: 'The table has 3 lines: at most 1 rows are allowed, in at most 2 lines',
  })
  t.end()
})
