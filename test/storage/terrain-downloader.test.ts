import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { Downloader } from '../../storage/terrain/remote/downloader.ts'

// When a source that answers with errors is left alone for a while.

let asked = 0
const server = createServer(({ url }, response) => {
  asked++
  response.writeHead(url === '/good' ? 200 : 503).end('posts')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
t.teardown(() => server.close())
const { port } = server.address() as AddressInfo

/** `ok`, or why the file could not be had. */
async function fetched(downloader: Downloader, name: string): Promise<string> {
  try {
    return await downloader.fetch(
      `http://127.0.0.1:${port}/${name}`,
      () => undefined,
      async () => 'ok',
    )
  } catch (error) {
    return (error as Error).message
  }
}

t.test('three failed files in a row pause a source; one that succeeds begins the count anew', async (t) => {
  const downloader = new Downloader({ attempts: 1, cooldownMs: 300 })
  for (const name of ['bad', 'bad', 'good', 'bad', 'bad', 'good', 'bad', 'bad', 'bad']) {
    const before = asked
    t.match(await fetched(downloader, name), name === 'good' ? 'ok' : 'answered 503')
    t.equal(asked, before + 1, `${name} is asked for`)
  }
  const before = asked
  t.match(await fetched(downloader, 'good'), 'answered 503', 'why it is left alone')
  t.equal(asked, before, 'and nothing is asked for')
  await setTimeout(400)
  t.equal(await fetched(downloader, 'good'), 'ok')
})

t.test('a file is tried so many times', async (t) => {
  const downloader = new Downloader({ attempts: 3, retryDelayMs: 1 })
  const before = asked
  t.match(await fetched(downloader, 'bad'), 'answered 503')
  t.equal(asked, before + 3)
})
