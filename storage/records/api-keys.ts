import { createHash, timingSafeEqual } from 'node:crypto'
import { randomBase62 } from './ids.ts'

/** `rcov_<key id>_<secret>`: the id finds the key, the secret proves it. */
const shape = /^rcov_([0-9A-Za-z]{8})_([0-9A-Za-z]{40})$/

export interface KeyParts {
  keyId: string
  secret: string
}

export function makeKeyParts(): KeyParts {
  return { keyId: randomBase62(8), secret: randomBase62(40) }
}

export function formatApiKey({ keyId, secret }: KeyParts): string {
  return `rcov_${keyId}_${secret}`
}

/** `undefined` for text of another shape. */
export function parseApiKey(apiKey: string): KeyParts | undefined {
  const [, keyId, secret] = shape.exec(apiKey) ?? []
  return keyId === undefined || secret === undefined ? undefined : { keyId, secret }
}

/** Hex SHA-256. The secret has 238 random bits, so a slow hash would protect nothing more. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares in constant time. */
export function secretMatches(secret: string, secretSha256: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(secretSha256))
}
