import { urlOf, visibleText, wholeNumber } from './parsers.ts'
import { ConfigError, type Settings } from './settings.ts'

/** Settings of the queue between API node and compute nodes. */
export type QueueSettings = NonNullable<ReturnType<typeof readQueue>>

const shortestSecret = 32
const longestWaitS = 31 * 86_400

/** Reads the queue settings; `null`: jobs run on this machine. */
export function readQueue(settings: Settings) {
  /** URL of Redis with user and password; `rediss:` means TLS. */
  const url = settings.read<string | null>('QUEUE_URL', null, parseQueueUrl)
  /** Key that signs jobs and results between API node and compute nodes. */
  const secret = settings.read<string | null>('QUEUE_SECRET', null, visibleText(shortestSecret))
  settings.refuseAlone('QUEUE_URL', 'QUEUE_SECRET')
  return url === null || secret === null ? null : { url, secret }
}

/** Expected waiting time in seconds above which new simulations are refused. */
export function readMaximumWait(settings: Settings): number {
  const otherwise = `must be a whole number of seconds from 1 to ${longestWaitS}`
  return settings.read('MAX_WAIT', 86_400, wholeNumber(1, longestWaitS, otherwise))
}

function parseQueueUrl(value: string): string {
  const url = urlOf(value)
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || url.search !== '') {
    throw new ConfigError(
      'must be an address such as redis://USER:PASSWORD@queue.example:6379, or rediss:// for TLS',
    )
  }
  return value
}
