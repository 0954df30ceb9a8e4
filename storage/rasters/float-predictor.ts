import { endianness } from 'node:os'

export const MACHINE_IS_LITTLE = endianness() === 'LE'

/**
 * TIFF predictor 3 (Adobe Photoshop TIFF Technical Note 3): the bytes of the floats of a row are sorted by
 * significance, most significant first, and each byte is replaced by its difference from the previous byte.
 */
export function predictFloats(cells: Float32Array, rowCells: number, out: Uint8Array): void {
  const bytes = new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength)
  const rowBytes = rowCells * 4
  for (let row = 0; row < bytes.length; row += rowBytes) {
    let previous = 0
    for (let plane = 0, to = row; plane < 4; plane++) {
      const byte = MACHINE_IS_LITTLE ? 3 - plane : plane
      for (let from = row + byte; from < row + rowBytes; from += 4, to++) {
        out[to] = bytes[from] - previous
        previous = bytes[from]
      }
    }
  }
}

/** Undoes {@link predictFloats}, in place, for floats of 4 or 8 bytes in files of either byte order. */
export function restoreFloats(bytes: Uint8Array, rowCells: number, cellBytes = 4): void {
  const rowBytes = rowCells * cellBytes
  const predicted = new Uint8Array(rowBytes)
  for (let row = 0; row < bytes.length; row += rowBytes) {
    predicted.set(bytes.subarray(row, row + rowBytes))
    let value = 0
    for (let plane = 0, from = 0; plane < cellBytes; plane++) {
      const byte = MACHINE_IS_LITTLE ? cellBytes - 1 - plane : plane
      for (let to = row + byte; to < row + rowBytes; to += cellBytes, from++) {
        value = (value + predicted[from]) & 255
        bytes[to] = value
      }
    }
  }
}
