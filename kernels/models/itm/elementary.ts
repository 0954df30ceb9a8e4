/**
 * Logarithm, exponential and cube root in plain arithmetic. gpu.js' WebAssembly backend calls JavaScript for `Math.log`
 * and `Math.exp`, lane by lane, at ten times the price of these. Absolute or relative error below 1e-8 in float64 and
 * 2e-6 in float32, for results that a decibel needs to 1e-4.
 */

/** Natural logarithm of 2⁻⁶³ < x < 2⁶³, absolute error 2e-11: powers of two are taken out,
 * what is left between √½ and √2 is a series. */
export function ln(x: number): number {
  let mantissa = x
  let exponent = 0
  if (mantissa < 1) {
    mantissa = 1 / mantissa
  }
  if (mantissa >= 3.037e9) {
    mantissa = mantissa * 2.3283064365386963e-10
    exponent = exponent + 32
  }
  if (mantissa >= 46341) {
    mantissa = mantissa * 0.0000152587890625
    exponent = exponent + 16
  }
  if (mantissa >= 181) {
    mantissa = mantissa * 0.00390625
    exponent = exponent + 8
  }
  if (mantissa >= 11.3) {
    mantissa = mantissa * 0.0625
    exponent = exponent + 4
  }
  if (mantissa >= 2.83) {
    mantissa = mantissa * 0.25
    exponent = exponent + 2
  }
  if (mantissa >= Math.SQRT2) {
    mantissa = mantissa * 0.5
    exponent = exponent + 1
  }
  // ln((1 + s) / (1 − s)) = 2·(s + s³/3 + s⁵/5 + …), |s| < 0.172
  const s = (mantissa - 1) / (mantissa + 1)
  const s2 = s * s
  const series = 1 + s2 * (1 / 3 + s2 * (0.2 + s2 * (1 / 7 + s2 * (1 / 9 + s2 * (1 / 11 + s2 * (1 / 13))))))
  let result = exponent * Math.LN2 + 2 * s * series
  if (x < 1) {
    result = -result
  }
  return result
}

/** e to the power of x, relative error 5e-9 for |x| < 20, and of the right size for |x| < 60. */
export function exponential(x: number): number {
  const y = Math.max(x, -60) * 0.03125
  const series =
    1 +
    y *
      (1 +
        (y / 2) *
          (1 +
            (y / 3) *
              (1 +
                (y / 4) *
                  (1 +
                    (y / 5) * (1 + (y / 6) * (1 + (y / 7) * (1 + (y / 8) * (1 + (y / 9) * (1 + y / 10)))))))))
  const power2 = series * series
  const power4 = power2 * power2
  const power8 = power4 * power4
  const power16 = power8 * power8
  return power16 * power16
}

/** Cube root of a positive number: a first guess by logarithm, and a step of Newton's. */
export function cubeRoot(x: number): number {
  const logarithm = ln(x)
  const third = logarithm / 3
  const guess = exponential(third)
  return (2 * guess + x / (guess * guess)) / 3
}
