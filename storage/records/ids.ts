import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Largest multiple of 62 that a byte can hold: using higher bytes would bias the first letters. */
const unbiasedBelow = 248

/** Random bytes for some hundred ids, each used once; one large request to the random source is fastest. */
const pool = new Uint8Array(8192)
let used = pool.length

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const byte = pool[used]
  pool[used++] = 0
  return byte
}

/** Letters and digits from the system's secure random source, all equally likely. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < unbiasedBelow) text += alphabet[byte % 62]
  }
  return text
}

export function isSearchId(id: string): boolean {
  return id.startsWith('search_')
}

/** Noun for the kind of job with the given id, for ledger and log. */
export function nounOf(id: string): string {
  return isSearchId(id) ? 'search' : 'simulation'
}

/** New id such as `sim_…` or `acc_…`, with about 119 random bits: impossible to guess or to generate twice. */
export function newId(
  prefix: 'acc' | 'sim' | 'bat' | 'led' | 'cs' | 'evt' | 'whk' | 'dlv' | 'net' | 'search',
): string {
  return `${prefix}_${randomBase62(20)}`
}
