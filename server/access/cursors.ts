import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import fp from 'fastify-plugin'
import type { SimulationHead } from '../../storage/records/types.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Cursor of a simulation or event: id and encrypted list position, valid even if the item is deleted. */
    cursorOf(item: Pick<SimulationHead, 'id' | 'account_id' | 'sequence'>): string
    /** Sequence number in a cursor; `undefined` if the cursor is of another account or another kind. */
    sequenceAt(cursor: string, accountId: string, kind: 'sim' | 'evt'): number | undefined
  }
}

const cipher = 'aes-256-gcm'
/** Length of a sequence number; an encrypted cursor with its tag has 22 bytes, 30 base64url characters. */
const sequenceBytes = 6
const tagBytes = 16

/** Encrypted pagination cursors: plain sequence numbers would reveal the number of simulations. */
export default fp(
  async (app) => {
    const key = createHmac('sha256', app.secret).update('cursors').digest()
    // A nonce from the id is safe: the id's sequence number never changes, so no nonce encrypts two values.
    const nonceOf = (id: string) => createHash('sha256').update(id).digest().subarray(0, 12)

    app.decorate('cursorOf', ({ id, account_id, sequence }) => {
      const plain = Buffer.alloc(sequenceBytes)
      plain.writeUIntBE(sequence, 0, sequenceBytes)
      const seal = createCipheriv(cipher, key, nonceOf(id)).setAAD(Buffer.from(account_id))
      const sealed = Buffer.concat([seal.update(plain), seal.final(), seal.getAuthTag()])
      return `${id}.${sealed.toString('base64url')}`
    })

    app.decorate('sequenceAt', (cursor, accountId, kind) => {
      const [, id, text] = /^([^.]+)\.([\w-]{30})$/.exec(cursor) ?? []
      if (id === undefined || text === undefined || !id.startsWith(`${kind}_`)) return undefined
      const sealed = Buffer.from(text, 'base64url')
      const seal = createDecipheriv(cipher, key, nonceOf(id), { authTagLength: tagBytes })
      seal.setAAD(Buffer.from(accountId)).setAuthTag(sealed.subarray(sequenceBytes))
      const plain = seal.update(sealed.subarray(0, sequenceBytes))
      try {
        seal.final()
      } catch {
        // The cursor was altered, or encrypted with another key.
        return undefined
      }
      return plain.readUIntBE(0, sequenceBytes)
    })
  },
  { name: 'cursors', dependencies: ['secret'] },
)
