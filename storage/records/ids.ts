import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The largest multiple of 62 a byte can hold: bytes from here on would make the first letters likelier. */
const unbiasedBelow = 248

/** Letters and digits from the system's secure random source, each equally likely. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < unbiasedBelow && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}

/** `sim_…`, `acc_…`: about 119 bits, so that ids can't be guessed and never meet. */
export function newId(prefix: 'acc' | 'sim' | 'led' | 'cs' | 'evt' | 'whk' | 'dlv'): string {
  return `${prefix}_${randomBase62(20)}`
}
