import { randomBase62 } from '../ids.ts'

/** `shr_<12>_<secret>`: the share's id finds it, the secret proves it. */
const shape = /^(shr_[0-9A-Za-z]{12})_([0-9A-Za-z]{40})$/

export interface TokenParts {
  shareId: string
  secret: string
}

export function makeTokenParts(): TokenParts {
  return { shareId: `shr_${randomBase62(12)}`, secret: randomBase62(40) }
}

export function formatToken({ shareId, secret }: TokenParts): string {
  return `${shareId}_${secret}`
}

/** `undefined` for text of another shape. */
export function parseToken(token: string): TokenParts | undefined {
  const [, shareId, secret] = shape.exec(token) ?? []
  return shareId === undefined || secret === undefined ? undefined : { shareId, secret }
}
