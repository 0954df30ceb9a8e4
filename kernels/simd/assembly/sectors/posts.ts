/**
 * Posts of a work item, copied from the memory of all threads, lowered by the antenna height and rotated to
 * the octant's orientation.
 */

import { first as ofFirst, fourth as ofFourth, second as ofSecond, third as ofThird } from './ground'
import { POSTS, ROW_BYTES } from './layout'

/** Four heights minus the antenna height, rounded once; read backwards from `place` if `isBackwards`. */
function lowered(place: usize, by: v128, isBackwards: bool): v128 {
  const heights = v128.load(isBackwards ? place - 12 : place)
  const first = f64x2.sub(f64x2.promote_low_f32x4(heights), by)
  const last = f64x2.sub(f64x2.promote_low_f32x4(v128.shuffle<f32>(heights, heights, 2, 3, 2, 3)), by)
  const low = v128.shuffle<f32>(f32x4.demote_f64x2_zero(first), f32x4.demote_f64x2_zero(last), 0, 1, 4, 5)
  return isBackwards ? v128.shuffle<f32>(low, low, 3, 2, 1, 0) : low
}

/** Byte offsets to the octant's next line and to the next post across; one of the two offsets is ±4. */
let lineBytes: i32 = 4
let postBytes: i32 = 4
/** Height of the transmitting antenna in metres. */
let antennaM: f64 = 0

/** Sets the octant orientation and antenna height for the following `copyPosts` calls. */
export function face(bytesALine: i32, bytesAPost: i32, loweredByM: f64): void {
  lineBytes = bytesALine
  postBytes = bytesAPost
  antennaM = loweredByM
}

/** Copies `count` posts of each of `lines` lines from address `from` to the work item's post index `at`. */
export function copyPosts(from: usize, at: i32, lines: i32, count: i32): void {
  const to = POSTS + ((<usize>at) << 2)
  if (lines < 4 || count < 4) {
    for (let n = 0; n < lines; n++) {
      for (let x = 0; x < count; x++) {
        const heightM = load<f32>(from + <usize>(n * lineBytes + x * postBytes))
        store<f32>(to + <usize>n * ROW_BYTES + ((<usize>x) << 2), <f32>(<f64>heightM - antennaM))
      }
    }
    return
  }
  const by = f64x2.splat(antennaM)
  const isAcross = abs(postBytes) === 4
  const step = <usize>(isAcross ? lineBytes : postBytes)
  const isBackwards = (isAcross ? postBytes : lineBytes) < 0
  for (let n = 0; n < lines; n += 4) {
    // The last block repeats posts if fewer than four are left.
    const top = min(n, lines - 4)
    for (let x = 0; x < count; x += 4) {
      const left = min(x, count - 4)
      const place = from + <usize>(top * lineBytes + left * postBytes)
      const target = to + <usize>top * ROW_BYTES + ((<usize>left) << 2)
      const a = lowered(place, by, isBackwards)
      const b = lowered(place + step, by, isBackwards)
      const c = lowered(place + 2 * step, by, isBackwards)
      const d = lowered(place + 3 * step, by, isBackwards)
      v128.store(target, isAcross ? a : ofFirst(a, b, c, d))
      v128.store(target + ROW_BYTES, isAcross ? b : ofSecond(a, b, c, d))
      v128.store(target + 2 * ROW_BYTES, isAcross ? c : ofThird(a, b, c, d))
      v128.store(target + 3 * ROW_BYTES, isAcross ? d : ofFourth(a, b, c, d))
    }
  }
}
