/** Signs messages sent through Redis: an HMAC over purpose and content. */

import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../storage/records/secret-codes.ts'

/** Purpose of a message, included in the signature so that messages cannot be reused for another purpose. */
export type SealKind = 'greeting' | 'job' | 'progress' | 'outcome' | 'cancel'

/** Signed message in the form `<HMAC-SHA-256 in hexadecimal> <JSON>`. */
export function seal(secret: string, kind: SealKind, content: unknown): string {
  const text = JSON.stringify(content)
  return `${digest(secret, kind, text).toString('hex')} ${text}`
}

/** Content of a signed message; `undefined` if purpose or signature is wrong. */
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
