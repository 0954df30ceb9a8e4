import { truncate, writeFile } from 'node:fs/promises'

/** Bytes by TIFF's type numbers. */
const SIZES: Record<number, number> = { 2: 1, 3: 2, 4: 4, 12: 8 }

/**
 * Writes a GeoTIFF of a square degree in one strip of LZW, which takes as long to unpack as it can: every byte is a code of
 * its own. Rows run from the north, posts stand on whole degrees.
 */
export async function putLzwStrip(
  path: string,
  southDeg: number,
  westDeg: number,
  posts: Int16Array | Float32Array,
  /** How long the directory says that the strip is, and the file is made; another length than it has. */
  statedBytes?: number,
): Promise<void> {
  const side = Math.sqrt(posts.length)
  const step = 1 / (side - 1)
  const strip = lzwOf(new Uint8Array(posts.buffer, posts.byteOffset, posts.byteLength))
  const isFloat = posts instanceof Float32Array
  const tags: [tag: number, type: number, values: number[]][] = [
    [256, 4, [side]],
    [257, 4, [side]],
    [258, 3, [isFloat ? 32 : 16]],
    [259, 3, [5]],
    [262, 3, [1]],
    [273, 4, [0]],
    [277, 3, [1]],
    [278, 4, [side]],
    [279, 4, [statedBytes ?? strip.length]],
    [339, 3, [isFloat ? 3 : 2]],
    [33550, 12, [step, step, 0]],
    [33922, 12, [0, 0, 0, westDeg, southDeg + 1, 0]],
    // Geographic coordinates, posts are points, WGS 84.
    [34735, 3, [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326]],
  ]
  const headBytes = 8 + 2 + 12 * tags.length + 4
  const longBytes = tags.reduce((sum, [, type, values]) => sum + outside(type, values), 0)
  const head = Buffer.alloc(headBytes + longBytes)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(tags.length, 8)
  let longAt = headBytes
  for (const [i, [tag, type, values]] of tags.entries()) {
    const at = 10 + 12 * i
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(values.length, at + 4)
    const isOutside = outside(type, values) > 0
    if (isOutside) head.writeUInt32LE(longAt, at + 8)
    const own = tag === 273 ? [head.length] : values
    for (const [j, value] of own.entries()) {
      write(head, type, value, (isOutside ? longAt : at + 8) + j * (SIZES[type] ?? 0))
    }
    longAt += outside(type, values)
  }
  await writeFile(path, [head, strip])
  // What is not there takes no space on the disk.
  if (statedBytes !== undefined) await truncate(path, head.length + statedBytes)
}

/** Bytes of a tag's values that do not fit into the directory itself. */
function outside(type: number, values: number[]): number {
  const bytes = values.length * (SIZES[type] ?? 0)
  return bytes > 4 ? bytes : 0
}

function write(to: Buffer, type: number, value: number, at: number): void {
  if (type === 12) to.writeDoubleLE(value, at)
  else if (type === 4) to.writeUInt32LE(value, at)
  else to.writeUInt16LE(value, at)
}

const CLEAR = 256
const END = 257
/** After so many literals the codes would take ten bits. */
const MAXIMUM_LITERALS = 250

/** LZW without any compression: literals of nine bits, and a clear code before they get longer. */
function lzwOf(bytes: Uint8Array): Uint8Array {
  const codes = bytes.length + Math.ceil(bytes.length / MAXIMUM_LITERALS) + 1
  const out = new Uint8Array(Math.ceil((codes * 9) / 8))
  let to = 0
  let buffered = 0
  let bits = 0
  const put = (code: number) => {
    buffered = ((buffered << 9) | code) & 0xffffff
    bits += 9
    while (bits >= 8) {
      bits -= 8
      out[to++] = buffered >>> bits
    }
  }
  for (let i = 0; i < bytes.length; i++) {
    if (i % MAXIMUM_LITERALS === 0) put(CLEAR)
    put(bytes[i])
  }
  put(END)
  if (bits > 0) out[to++] = buffered << (8 - bits)
  return out.subarray(0, to)
}
