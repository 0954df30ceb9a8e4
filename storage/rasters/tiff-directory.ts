/** Types of TIFF values (TIFF 6.0, section 2; `long8` is from BigTIFF). */
export type TagType = 'ascii' | 'short' | 'long' | 'long8' | 'double'

export interface Tag {
  code: number
  type: TagType
  /** Value of a tag: text without the closing NUL for `ascii`, otherwise numbers. */
  value: string | readonly number[]
}

const TYPE_CODES: Record<TagType, number> = { ascii: 2, short: 3, long: 4, double: 12, long8: 16 }
const TYPE_BYTES: Record<TagType, number> = { ascii: 1, short: 2, long: 4, double: 8, long8: 8 }

/** Sizes that differ between classic TIFF (32-bit offsets) and BigTIFF (64-bit offsets). */
interface Layout {
  headerBytes: number
  countBytes: number
  entryBytes: number
  /** Size of an offset in bytes; values of at most this size are stored in the entry itself. */
  offsetBytes: number
}

const CLASSIC: Layout = { headerBytes: 8, countBytes: 2, entryBytes: 12, offsetBytes: 4 }
const BIG: Layout = { headerBytes: 16, countBytes: 8, entryBytes: 20, offsetBytes: 8 }

function even(bytes: number): number {
  return bytes + (bytes & 1)
}

function valueBytes(tag: Tag): number {
  if (typeof tag.value === 'string') return Buffer.byteLength(tag.value, 'latin1') + 1
  return tag.value.length * TYPE_BYTES[tag.type]
}

function directoryBytes(tags: readonly Tag[], layout: Layout): number {
  let bytes = layout.countBytes + tags.length * layout.entryBytes + layout.offsetBytes
  for (const tag of tags) {
    const size = valueBytes(tag)
    if (size > layout.offsetBytes) bytes += even(size)
  }
  return even(bytes)
}

/** Size in bytes of the output of {@link encodeHead}; depends on counts and types of tags, not on values. */
export function headBytes(directories: readonly (readonly Tag[])[], ghost: string, big: boolean): number {
  const layout = big ? BIG : CLASSIC
  let bytes = even(layout.headerBytes + ghost.length)
  for (const tags of directories) bytes += directoryBytes(tags, layout)
  return bytes
}

/**
 * Encodes the head of a little-endian TIFF: header, `ghost` text, then the directories, each followed by the
 * values that do not fit into its entries. Tags must be in ascending order.
 */
export function encodeHead(directories: readonly (readonly Tag[])[], ghost: string, big: boolean): Buffer {
  const layout = big ? BIG : CLASSIC
  const out = Buffer.alloc(headBytes(directories, ghost, big))

  const putNumber = (value: number, bytes: number, position: number) => {
    if (bytes === 8) out.writeBigUInt64LE(BigInt(value), position)
    else out.writeUIntLE(value, position, bytes)
  }
  const putValue = (tag: Tag, position: number) => {
    if (typeof tag.value === 'string') {
      out.write(tag.value, position, 'latin1')
      return
    }
    const bytes = TYPE_BYTES[tag.type]
    for (const value of tag.value) {
      if (tag.type === 'double') out.writeDoubleLE(value, position)
      else putNumber(value, bytes, position)
      position += bytes
    }
  }

  out.write('II', 0, 'latin1')
  out.writeUInt16LE(big ? 43 : 42, 2)
  if (big) out.writeUInt16LE(8, 4)
  out.write(ghost, layout.headerBytes, 'latin1')

  let pointer = big ? 8 : 4
  let position = even(layout.headerBytes + ghost.length)
  for (const tags of directories) {
    putNumber(position, layout.offsetBytes, pointer)
    putNumber(tags.length, layout.countBytes, position)
    pointer = position + layout.countBytes + tags.length * layout.entryBytes
    let valuePosition = pointer + layout.offsetBytes
    let entry = position + layout.countBytes
    for (const tag of tags) {
      const size = valueBytes(tag)
      out.writeUInt16LE(tag.code, entry)
      out.writeUInt16LE(TYPE_CODES[tag.type], entry + 2)
      putNumber(size / TYPE_BYTES[tag.type], layout.offsetBytes, entry + 4)
      const field = entry + 4 + layout.offsetBytes
      if (size <= layout.offsetBytes) putValue(tag, field)
      else {
        putNumber(valuePosition, layout.offsetBytes, field)
        putValue(tag, valuePosition)
        valuePosition += even(size)
      }
      entry += layout.entryBytes
    }
    position += directoryBytes(tags, layout)
  }
  return out
}
