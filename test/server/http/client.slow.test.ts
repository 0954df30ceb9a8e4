import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import t from 'tap'
import { createClient } from '../../../server/client/client.ts'
import { certificateOf } from '../../helpers/inbox.ts'
import { projectRoot } from '../../helpers/markdown.ts'
import { flood, startRawServer } from '../../helpers/raw-server.ts'
import { startTestServer } from '../../helpers/server.ts'

const server = await startTestServer(t)

t.test('a body without end rejects at the bound', async (t) => {
  const { cert, key } = await certificateOf('localhost')
  const answer = (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n')
    flood(socket, ' '.repeat(65_536))
  }
  const { url, sockets } = await startRawServer(t, answer, createServer({ cert, key }))
  const client = createClient(`https://localhost:${url.port}`, { ca: cert })
  await t.rejects(client.GET('/api/v1/credits'), { code: 'ERR_BODY_TOO_LARGE' })
  for (const socket of sockets) socket.destroy()
})

t.test(
  'the package gives the client with its types, and refuses what the document does not know',
  async (t) => {
    // Another package that has this one installed.
    const folder = t.testdir()
    await mkdir(join(folder, 'node_modules'))
    await symlink(projectRoot, join(folder, 'node_modules/radio-coverage-service'))
    await writeFile(join(folder, 'package.json'), '{"type": "module"}')
    await writeFile(
      join(folder, 'use.ts'),
      `import { createClient, dataOf } from 'radio-coverage-service/client'
const client = createClient('https://localhost:8443', { apiKey: 'k' })
export const balance: number = dataOf(await client.GET('/api/v1/credits')).balance
await client.GET('/api/v1/credit')
await client.POST('/api/v1/simulate', { body: { tx_lat: '47' } })
export const text: string = dataOf(await client.GET('/api/v1/credits')).balance
`,
    )
    const compiler = [
      join(projectRoot, 'node_modules/typescript/bin/tsc'),
      ...['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'],
      ...['--skipLibCheck', '--types', 'node', '--typeRoots', join(projectRoot, 'node_modules/@types')],
    ]
    const faults = await promisify(execFile)(process.execPath, [...compiler, join(folder, 'use.ts')]).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
    const lines = [...faults.matchAll(/use\.ts\((\d+),/g)].map(([, line]) => Number(line))
    t.same(lines, [4, 5, 6], faults.slice(0, 500))
    const built = await import(join(projectRoot, 'build/server/client/client.js'))
    t.type(built.createClient, 'function')
  },
)

t.test('the types are those of the document', async (t) => {
  const types = await readFile(join(projectRoot, 'server/client/openapi.d.ts'), 'utf8')
  const missing = Object.keys(server.document.paths).filter((path) => !types.includes(`"${path}": {`))
  // A service on loopback sells in its sandbox, as the one does whose document they are made of.
  t.same(missing, [])
})
