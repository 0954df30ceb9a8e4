/** Operations on float32 post heights, four at a time. */

/** True if any of `count` heights at address `at` is NaN. */
export function anyUnknown(at: usize, count: i32): bool {
  let unknown = i32x4.splat(0)
  const end = at + ((<usize>count) << 2)
  const whole = at + ((<usize>(count & ~3)) << 2)
  for (; at < whole; at += 16) {
    const heights = v128.load(at)
    unknown = v128.or(unknown, f32x4.ne(heights, heights))
  }
  let isUnknown = v128.any_true(unknown)
  for (; at < end; at += 4) {
    const heightM = load<f32>(at)
    if (F32.isNaN(heightM)) isUnknown = true
  }
  return isUnknown
}

/** Subtracts `byM` from `count` heights at address `at`, in float64; true if any height is NaN. */
export function lowerHeights(at: usize, count: i32, byM: f64): bool {
  let unknown = i32x4.splat(0)
  const by = f64x2.splat(byM)
  const end = at + ((<usize>count) << 2)
  const whole = at + ((<usize>(count & ~3)) << 2)
  for (; at < whole; at += 16) {
    const heights = v128.load(at)
    const first = f64x2.sub(f64x2.promote_low_f32x4(heights), by)
    const last = f64x2.sub(f64x2.promote_low_f32x4(v128.shuffle<f32>(heights, heights, 2, 3, 2, 3)), by)
    const lowered = v128.shuffle<f32>(
      f32x4.demote_f64x2_zero(first),
      f32x4.demote_f64x2_zero(last),
      0,
      1,
      4,
      5,
    )
    v128.store(at, lowered)
    unknown = v128.or(unknown, f32x4.ne(lowered, lowered))
  }
  let isUnknown = v128.any_true(unknown)
  for (; at < end; at += 4) {
    const heightM = <f32>(<f64>load<f32>(at) - byM)
    store<f32>(at, heightM)
    if (F32.isNaN(heightM)) isUnknown = true
  }
  return isUnknown
}
