import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'

// `npm test` fails where a test does, and says which; the counts are those of all files.

const runner = join(import.meta.dirname, '../run.js')
const start = "import t from 'tap'\n"

async function runs(folder: string, names: string[], env: Record<string, string> = {}) {
  const files = names.map((name) => join(folder, name))
  const child = spawn(process.execPath, [runner, ...files], {
    // Not over the report of the run that this is part of.
    env: { ...process.env, TEST_REPORT: join(folder, 'report.tap'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, output, counts: output.trim().split('\n').at(-1) }
}

t.test('what fails, throws or hangs fails the run, and is shown', async (t) => {
  const folder = t.testdir({
    'holds.js': `${start}t.test('a', async (t) => { t.ok(1); t.ok(2) }); t.test('b', { skip: 'no GPU' }, () => {})`,
    'fails.js': `${start}t.test('a', async (t) => { t.ok(1); t.equal(1, 2, 'one is two') })`,
    'throws.js': "throw new Error('at the top')",
    'hangs.js': 'setInterval(() => {}, 1000)',
    'stops.js': `${start}t.test('a', () => new Promise(() => {}))`,
  })
  const good = await runs(folder, ['holds.js'])
  t.match(good, { code: 0, counts: '# { total: 3, pass: 2, fail: 0, skip: 1 }' })
  t.match(good.output, /^ok .*holds\.js$/m)
  t.match(good.output, /ok 2 - b # SKIP no GPU/)

  const bad = await runs(folder, ['holds.js', 'fails.js', 'throws.js'])
  t.match(bad, { code: 1, counts: '# { total: 6, pass: 3, fail: 2, skip: 1 }' })
  for (const name of ['fails', 'throws']) t.match(bad.output, new RegExp(`^FAILED .*${name}\\.js$`, 'm'))
  t.match(bad.output, /not ok 2 - one is two/)
  t.match(bad.output, /Error: at the top/)

  const unfinished = await runs(folder, ['stops.js'])
  t.match(unfinished, { code: 1, counts: '# { total: 1, pass: 0, fail: 1, skip: 0 }' })
  t.match(unfinished.output, /test unfinished/)

  const endless = await runs(folder, ['hangs.js'], { TAP_TIMEOUT: '1' })
  t.match(endless, { code: 1, counts: '# { total: 1, pass: 0, fail: 1, skip: 0 }' })
  t.match(endless.output, /FAILED .*hangs\.js\n.*Ended by SIGKILL/)
})

t.test('files run again, once, where Node ended itself at the end of a thread', async (t) => {
  const race = `
    const lines = ['node[7]: node::IsolatePlatformDelegate* node::NodePlatform::ForIsolate(v8::Isolate*) at ../src/x.cc:518',
      'Assertion failed: (data.first) != nullptr']`
  const folder = t.testdir({
    'once.js': `${start}import { existsSync, writeSync, writeFileSync } from 'node:fs'
      const seen = new URL('seen', import.meta.url)
      t.ok(1)
      if (!existsSync(seen)) {${race}
        writeFileSync(seen, '')
        writeSync(2, lines.join('\\n'))
        process.abort()
      }`,
    'always.js': `${start}import { writeSync } from 'node:fs'
      t.ok(1)
      ${race}
      writeSync(2, lines.join('\\n'))
      process.abort()`,
  })
  const once = await runs(folder, ['once.js'])
  t.match(once, { code: 0, counts: '# { total: 1, pass: 1, fail: 0, skip: 0 }' })
  t.match(once.output, /^AGAIN .*once\.js/m)
  const always = await runs(folder, ['always.js'])
  t.match(always, { code: 1, counts: '# { total: 1, pass: 0, fail: 1, skip: 0 }' })
})
