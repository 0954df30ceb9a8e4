import { randomBase62 } from '../ids.ts'

/** `rcnode_<12>_<secret>`: the token's id finds it, the secret proves it. */
const shape = /^(rcnode_[0-9A-Za-z]{12})_([0-9A-Za-z]{40})$/

export interface NodeTokenParts {
  tokenId: string
  secret: string
}

export function makeNodeTokenParts(): NodeTokenParts {
  return { tokenId: `rcnode_${randomBase62(12)}`, secret: randomBase62(40) }
}

export function formatNodeToken({ tokenId, secret }: NodeTokenParts): string {
  return `${tokenId}_${secret}`
}

/** `undefined` for text of another shape. */
export function parseNodeToken(nodeToken: string): NodeTokenParts | undefined {
  const [, tokenId, secret] = shape.exec(nodeToken) ?? []
  return tokenId === undefined || secret === undefined ? undefined : { tokenId, secret }
}
