/** Directories of TIFF files that say what no writer would. */

const ENTRY_BYTES = 12

export interface TiffEntry {
  tag: number
  type: number
  count: number
  /** The value itself where it takes at most four bytes, else where it begins. */
  value: number
}

/** Whether the directory can be rewritten here: TIFF 6.0, not cut. */
export function isForgeable(bytes: Uint8Array): boolean {
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  if (bytes.length < 16 || (magic !== 'II*\0' && magic !== 'MM\0*')) return false
  const view = viewOf(bytes)
  const offset = view.getUint32(4, isLittle(bytes))
  return (
    offset + 2 <= bytes.length &&
    offset + 6 + view.getUint16(offset, isLittle(bytes)) * ENTRY_BYTES <= bytes.length
  )
}

/** The file with its first directory, as `change` makes it, at its end. */
export function withEntries(
  bytes: Uint8Array,
  change: (entries: TiffEntry[], offset: number) => TiffEntry[],
): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes)
  const little = isLittle(bytes)
  const offset = view.getUint32(4, little)
  const before = Array.from({ length: view.getUint16(offset, little) }, (_, i): TiffEntry => {
    const at = offset + 2 + i * ENTRY_BYTES
    return {
      tag: view.getUint16(at, little),
      type: view.getUint16(at + 2, little),
      count: view.getUint32(at + 4, little),
      value: view.getUint32(at + 8, little),
    }
  })
  const entries = change(before, bytes.length)
  const forged = new Uint8Array(bytes.length + 6 + entries.length * ENTRY_BYTES)
  forged.set(bytes)
  const out = viewOf(forged)
  out.setUint32(4, bytes.length, little)
  out.setUint16(bytes.length, entries.length, little)
  for (const [i, { tag, type, count, value }] of entries.entries()) {
    const at = bytes.length + 2 + i * ENTRY_BYTES
    out.setUint16(at, tag, little)
    out.setUint16(at + 2, type, little)
    out.setUint32(at + 4, count, little)
    out.setUint32(at + 8, value, little)
  }
  // The next directory is this one.
  out.setUint32(forged.length - 4, bytes.length, little)
  return forged
}

function isLittle(bytes: Uint8Array): boolean {
  return bytes[0] === 0x49
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
