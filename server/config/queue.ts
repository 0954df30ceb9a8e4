import { ConfigError, type Settings } from './settings.ts'

/** How API node and compute nodes reach each other. */
export interface QueueSettings {
  /** Of Redis, with user and password; `rediss:` is TLS. */
  url: string
  /** What jobs and results are signed with. */
  secret: string
}

const shortestSecret = 32
const longestWaitS = 31 * 86_400

/** Where jobs go; `null`: they run on this machine. */
export function readQueue(settings: Settings): QueueSettings | null {
  const url = settings.read('QUEUE_URL', null, parseQueueUrl)
  const secret = settings.read('QUEUE_SECRET', null, parseSecret)
  settings.refuseAlone('QUEUE_URL', 'QUEUE_SECRET')
  return url === null || secret === null ? null : { url, secret }
}

/** Seconds that a new simulation may be expected to wait before it is refused. */
export function readMaximumWait(settings: Settings): number {
  return settings.read('MAX_WAIT', 86_400, (value) => {
    const seconds = /^\d{1,7}$/.test(value) ? Number(value) : 0
    if (!(seconds >= 1 && seconds <= longestWaitS)) {
      throw new ConfigError(`must be a whole number of seconds from 1 to ${longestWaitS}`)
    }
    return seconds
  })
}

function parseQueueUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || url.search !== '') {
    throw new ConfigError(
      'must be an address such as redis://USER:PASSWORD@queue.example:6379, or rediss:// for TLS',
    )
  }
  return value
}

function parseSecret(value: string): string {
  if (!/^[\x21-\x7e]+$/.test(value) || value.length < shortestSecret) {
    throw new ConfigError(`must be at least ${shortestSecret} visible ASCII characters`)
  }
  return value
}
