import { type PostGrid, type PostWindow, UNKNOWN_HEIGHT_M } from '../../terrain/window.ts'

/** The posts of a window as raw ground in one part, in shared memory, the transmitter standing at longitude 0. */
export function partOfWindow(window: PostWindow, antennaM: number): PostGrid {
  const { rows, cols, latStepDeg, lonStepDeg, txLatDeg, txRow, txCol } = window
  const heightsM = new Float32Array(new SharedArrayBuffer(4 * rows * cols))
  window.heightsM.forEach((height, at) => {
    heightsM[at] = height === UNKNOWN_HEIGHT_M ? Number.NaN : height + antennaM
  })
  return {
    heightsM,
    rows,
    cols,
    latStepDeg,
    lonStepDeg,
    northDeg: txLatDeg + txRow * latStepDeg,
    westDeg: -txCol * lonStepDeg,
  }
}
