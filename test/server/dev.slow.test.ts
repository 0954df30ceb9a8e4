import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import t from 'tap'

// `npm run dev`, over a server of one line in a folder of its own.

const root = join(import.meta.dirname, '../../..')

/** Resolves when a line of the stream is like that. */
function lines(stream: Readable | null) {
  const seen: string[] = []
  if (stream) createInterface(stream).on('line', (line) => seen.push(line))
  return async (wanted: RegExp) => {
    while (!seen.some((line) => wanted.test(line))) await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A server that says what it does and which process it is. */
const server = (name: string) => `import { writeFileSync } from 'node:fs'
writeFileSync(import.meta.dirname + '/pid', String(process.pid))
console.log('${name} runs')
setInterval(() => {}, 1000)
process.on('SIGTERM', () => {
  console.log('${name} stops')
  process.exit(0)
})
`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

t.test('a change restarts the server, an error keeps it running, a signal stops everything', async (t) => {
  const options = { module: 'nodenext', rootDir: '.', outDir: 'build', types: ['node'], skipLibCheck: true }
  const folder = t.testdir({
    'package.json': '{"type": "module", "engines": {"node": ">=20.11"}}',
    'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['server'] }),
    server: { 'main.ts': server('first') },
  })
  const source = join(folder, 'server/main.ts')
  for (const name of ['dev.js', 'build.js'])
    await copyFile(join(root, 'server', name), join(folder, 'server', name))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))

  const child = spawn(process.execPath, [join(folder, 'server/dev.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const said = lines(child.stdout)
  const compiled = lines(child.stderr)
  await said(/first runs/)
  await writeFile(source, server('second'))
  await said(/first stops/)
  await said(/second runs/)
  const pid = Number(await readFile(join(folder, 'build/server/pid'), 'utf8'))

  await writeFile(source, `${server('third')}export const wrong: number = 'text'\n`)
  await compiled(/Found 1 error/)
  t.ok(isAlive(pid), 'what does not compile is not started')

  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await said(/second stops/)
  const [status] = await exited
  t.equal(status, 0)
  t.notOk(isAlive(pid))
})
