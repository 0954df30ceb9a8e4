import { readdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { knownVariables, readConfig } from '../../server/config/config.ts'
import { type ProblemCode, problems } from '../../server/http/errors.ts'
import { codesIn, projectRoot, readProjectFile, tableOf } from '../helpers/markdown.ts'

// The tables of the documents against the code, in both directions.

const configuration = await readProjectFile('server/configuration.md')

t.test('the table of variables lists those that are read, with their defaults', async (t) => {
  // A default such as ./terrain has to be there.
  process.chdir(t.testdir({ terrain: {} }))
  const variables = knownVariables()
  const rows = tableOf(configuration, 'variable').flatMap(([names, byDefault = '']) =>
    codesIn(names).map((name) => ({ name, byDefault })),
  )
  t.same(rows.map(({ name }) => name).sort(), [...variables.keys()].sort())

  const unset = readConfig({})
  for (const { name, byDefault } of rows) {
    const literal = /^`([^`]+)`$/.exec(byDefault)?.[1]?.replace('PORT', '8443')
    if (literal !== undefined) {
      // The host of the probes says nothing without their port.
      const beside: Record<string, string> = name === 'PROBE_HOST' ? { PROBE_PORT: '0' } : {}
      t.same(readConfig({ ...beside, [name]: literal }), readConfig(beside), `${name} is ${literal}`)
      t.not(variables.get(name), null, `${name} has a default`)
    } else if (byDefault.startsWith('unset')) {
      t.match(JSON.stringify(variables.get(name)), /^(null|""|\[\])$/, `${name} has none`)
    } else if (name === 'COMPUTE_MEMORY') {
      t.equal(byDefault, "half of the machine's memory")
      t.ok(unset.computeMemoryBytes <= Math.floor(totalmem() / 2))
    } else if (name === 'PAYMENTS') {
      t.equal(byDefault, 'see [Selling credits](operating/accounts.md#selling-credits)')
      t.equal(unset.payments, 'sandbox')
    } else {
      t.equal(byDefault, 'a pair of its own in `DATA_DIR/tls`', name)
      t.equal(unset.tls, null)
    }
  }
})

t.test('only the configuration reads the environment', async (t) => {
  for (const folder of ['server', 'kernels', 'storage']) {
    for (const file of await readdir(join(projectRoot, folder), { recursive: true })) {
      if (!file.endsWith('.ts')) continue
      const text = await readProjectFile(join(folder, file))
      // It may be passed on, as a whole.
      t.notMatch(text, /process\.env(\.|\[)|\benv(\.[A-Z]|\[['"`])/, `${folder}/${file}`)
    }
  }
})

t.test("the tests' README lists exactly the variables that they read", async (t) => {
  const read = new Set<string>()
  for (const file of await readdir(join(projectRoot, 'test'), { recursive: true })) {
    if (!file.endsWith('.ts')) continue
    const text = await readProjectFile(join('test', file))
    for (const [, name = ''] of text.matchAll(/process\.env\.([A-Z_]+)\b(?! =)/g)) read.add(name)
  }
  // Those of the system.
  for (const name of ['PATH', 'TMPDIR', 'VK_ICD_FILENAMES']) read.delete(name)
  const documented = tableOf(await readProjectFile('test/README.md'), 'variable').flatMap(([names]) =>
    codesIn(names),
  )
  t.same(documented.sort(), [...read].sort())
})

t.test('the table of errors lists every code, with its status', async (t) => {
  const rows = tableOf(await readProjectFile('server/api.md'), 'status')
  const documented = rows.flatMap(([, codes]) => codesIn(codes))
  t.same(documented.toSorted(), Object.keys(problems).sort())
  for (const [statuses = '', codes] of rows) {
    const expected = codesIn(codes).map((code) => String(problems[code as ProblemCode]?.status))
    t.same(statuses.split(', ').sort(), [...new Set(expected)].sort(), codes)
  }
})
