/** Result file of a search: the cells covered by each candidate. */

import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { CandidateFault, CoveredCells } from './candidate-lattice.ts'
import type { CellSet } from './cell-sets.ts'

const [deflated, inflated] = [promisify(deflate), promisify(inflate)]
/** File layout: header's length in bytes, header as JSON, 32-bit words of the candidates' cell sets. */
const LENGTH_BYTES = 4
const WORD_BYTES = 4

type Head = Pick<CoveredCells, 'lattice'> & { candidates: (Omit<CellSet, 'words'> | CandidateFault)[] }

export async function packCells({ lattice, candidates }: CoveredCells) {
  const head: Head = {
    lattice,
    candidates: candidates.map((one) => {
      if ('code' in one) return one
      const { words: _words, ...place } = one
      return place
    }),
  }
  const json = JSON.stringify(head)
  // Padding of the header aligns the 32-bit words that follow.
  const text = Buffer.from(
    json.padEnd(json.length + ((WORD_BYTES - (Buffer.byteLength(json) % WORD_BYTES)) % WORD_BYTES)),
  )
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(text.length)
  const words = candidates.flatMap((one) =>
    'code' in one ? [] : [Buffer.from(one.words.buffer, one.words.byteOffset, one.words.byteLength)],
  )
  return deflated(Buffer.concat([length, text, ...words]), { level: 1 })
}

export async function unpackCells(packed: Uint8Array): Promise<CoveredCells> {
  const bytes = await inflated(packed)
  const start = LENGTH_BYTES + bytes.readUInt32LE(0)
  const head = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, start)) as Head
  const isAligned = (bytes.byteOffset + start) % WORD_BYTES === 0
  const own = isAligned ? bytes.subarray(start) : Uint8Array.from(bytes.subarray(start))
  const words = new Uint32Array(own.buffer as ArrayBuffer, own.byteOffset, own.length / WORD_BYTES)
  let first = 0
  const candidates = head.candidates.map((one) => {
    if ('code' in one) return one
    const end = first + one.rows * one.wordsARow
    const set = { ...one, words: words.subarray(first, end) }
    first = end
    return set
  })
  return { lattice: head.lattice, candidates }
}
