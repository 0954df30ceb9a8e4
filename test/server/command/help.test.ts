import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { requestSchemas } from '../../../server/command/call/fields.ts'
import { LinkRequest } from '../../../server/link/schemas.ts'
import { SimulationRequest } from '../../../server/requests/simulation.ts'
import { typed } from '../../helpers/command.ts'
import { projectRoot } from '../../helpers/markdown.ts'

// What `coverage` says of itself, as it stands in `fixtures/help`; `coverage COMMAND --help > FILE` writes those.

const commands =
  'simulate link links relay presets batch list show watch result features stats value network share delete credits keys webhooks login verify terrain models completion admin doctor'

t.test('help is what it was', async (t) => {
  const golden = (name: string) => readFile(join(projectRoot, 'test/fixtures/help', name), 'utf8')
  const all = await typed(['--help'])
  t.match(all, { status: 0, err: '' })
  t.equal(all.out, await golden('coverage.txt'))
  for (const name of commands.split(' ')) {
    const { status, out, err } = await typed([name, '--help'])
    t.same([status, err], [0, ''])
    t.equal((await typed(['help', name])).out, out)
    t.match(out, /\nExamples:\n {2}coverage /)
    if (name === 'relay') t.match(out, /A °\s+the\s+azimuth\s+from\s+the\s+relay\s+to\s+a/)
    // Flags of requests follow the schemas.
    if (!['simulate', 'link', 'links', 'relay', 'batch'].includes(name))
      t.equal(out, await golden(`${name}.txt`))
  }
})

t.test('every field of a request is a flag, made of the schema that the service checks it by', async (t) => {
  const { simulation, link } = requestSchemas()
  t.same(simulation, JSON.parse(JSON.stringify(SimulationRequest)))
  t.same(link, JSON.parse(JSON.stringify(LinkRequest)))
  for (const [command, schema] of [
    ['simulate', simulation],
    ['link', link],
  ] as const) {
    const { out } = await typed([command, '--help'])
    for (const name of Object.keys(schema.properties ?? {}))
      t.match(out, `  --${name.replaceAll('_', '-')} <`)
  }
  for (const command of ['links', 'relay']) {
    const many = (await typed([command, '--help'])).out
    for (const name of Object.keys(link.properties ?? {})) {
      const flag = `  --${name.replaceAll('_', '-')} <`
      t.equal(many.includes(flag), !/^[tr]x_l(at|on)$|^profile$|^latitude$/.test(name), name)
    }
  }
  const { out } = await typed(['simulate', '--help'])
  t.match(out, /--antenna-pattern-front-to-back <dB>/)
  t.match(out, /--tx-lat <degrees> +Transmitter latitude, WGS 84 \(a number between\s+-85\s+and 85 degrees\)/)
})

t.test('help fits terminals of 40, 80 and 200 columns', async (t) => {
  for (const columns of [40, 80, 200]) {
    for (const name of ['', ...commands.split(' ')]) {
      const { out } = await typed([...(name === '' ? [] : [name]), '--help'], { columns })
      const [text = '', examples = ''] = out.split('\nExamples:\n')
      const long = text.split('\n').filter((line) => line.length > columns && / /.test(line.trim()))
      // What is typed stays in one line.
      t.same(
        long.filter((line) => !/^( {2}-|Usage:)/.test(line)),
        [],
        `${name} at ${columns}`,
      )
      if (name !== '') t.match(examples, 'coverage')
    }
  }
})

t.test('wrong usage is 2, on standard error', async (t) => {
  for (const args of [[], ['nonsense'], ['toString'], ['show'], ['list', '--colour'], ['show', 'a', 'b']]) {
    t.match(await typed(args), { status: 2, out: '', err: /coverage/ }, args.join(' '))
  }
  t.match(await typed(['list', '--limt', '3']), {
    err: "error: unknown option '--limt'\n(Did you mean --limit?)\nSee coverage list --help.\n",
  })
  t.match((await typed(['lst', '--json'])).json(), { error: { detail: /'lst' \(Did you mean list\?\)$/ } })
  const asJson = await typed(['show', '--json'])
  t.match(asJson.json(), { error: { code: 'wrong_usage', detail: /missing required argument/ } })
  t.equal(asJson.status, 2)
})

t.test('completions offer values after flags that take one, and only there', async (t) => {
  const zsh = (await typed(['completion', 'zsh'])).out
  t.match(zsh, /'--max-range\[[^\]]*\]:value:_files'/)
  t.match(zsh, /'--json\[[^\]]*\]' /)
  const fish = (await typed(['completion', 'fish'])).out.split('\n')
  const line = (flag: string) => fish.find((one) => one.includes(`-l ${flag} `)) ?? ''
  t.match(line('max-range'), / -r /)
  t.notMatch(line('json'), / -r /)
})
