import type { NodeToken } from './types.ts'

/** Node tokens by id, in order of creation. Changes return what undoes them. */
export class NodeTokenTable {
  readonly #byId = new Map<string, NodeToken>()

  get(tokenId: string): NodeToken | undefined {
    return this.#byId.get(tokenId)
  }

  all(): NodeToken[] {
    return [...this.#byId.values()]
  }

  put(token: NodeToken): () => void {
    this.#byId.set(token.token_id, token)
    return () => this.#byId.delete(token.token_id)
  }

  remove(tokenId: string): () => void {
    const before = this.all()
    this.#byId.delete(tokenId)
    return () => {
      this.#byId.clear()
      for (const token of before) this.#byId.set(token.token_id, token)
    }
  }
}
