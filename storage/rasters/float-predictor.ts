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
      for (let from = row + 3 - plane; from < row + rowBytes; from += 4, to++) {
        out[to] = bytes[from] - previous
        previous = bytes[from]
      }
    }
  }
}

/** Undoes {@link predictFloats}, in place. */
export function restoreFloats(bytes: Uint8Array, rowCells: number): void {
  const rowBytes = rowCells * 4
  const predicted = new Uint8Array(rowBytes)
  for (let row = 0; row < bytes.length; row += rowBytes) {
    predicted.set(bytes.subarray(row, row + rowBytes))
    let value = 0
    for (let plane = 0, from = 0; plane < 4; plane++) {
      for (let to = row + 3 - plane; to < row + rowBytes; to += 4, from++) {
        value = (value + predicted[from]) & 255
        bytes[to] = value
      }
    }
  }
}
