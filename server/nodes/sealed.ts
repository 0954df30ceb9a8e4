/** Messages through Redis that only who has the secret can make: an HMAC over what they are for and what they say. */

import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../storage/records/secret-codes.ts'

/** What a message is for; one of another kind is not taken in its place. */
export type SealKind = 'greeting' | 'job' | 'progress' | 'outcome' | 'cancel'

/** `<HMAC-SHA-256 in hexadecimal> <JSON>` */
export function seal(secret: string, kind: SealKind, content: unknown): string {
  const text = JSON.stringify(content)
  return `${digest(secret, kind, text).toString('hex')} ${text}`
}

/** The content; `undefined` where it is not of this kind, or was not made with the secret. */
export function unseal(secret: string, kind: SealKind, sealed: unknown): unknown {
  if (typeof sealed !== 'string') return undefined
  const [hex = '', text = ''] = splitOnce(sealed)
  if (!isSameSecret(Buffer.from(hex, 'hex'), digest(secret, kind, text))) return undefined
  return JSON.parse(text)
}

function digest(secret: string, kind: SealKind, text: string): Buffer {
  return createHmac('sha256', secret).update(`${kind}\n${text}`).digest()
}

function splitOnce(sealed: string): [string, string] | [] {
  const at = sealed.indexOf(' ')
  return at < 0 ? [] : [sealed.slice(0, at), sealed.slice(at + 1)]
}
