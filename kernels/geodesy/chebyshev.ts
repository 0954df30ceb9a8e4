/** Polynomials in two variables through Chebyshev nodes; twenty multiplications replace a geodesic. */

/** Coefficients c[i·ny + j] of T_i(x')·T_j(y'), where x' and y' are x and y scaled to −1…1. */
export interface Polynomial2 {
  nx: number
  ny: number
  xMid: number
  xHalf: number
  yMid: number
  yHalf: number
  coefficients: Float64Array
}

/** The n Chebyshev nodes of the interval [low, high]. */
export function nodes(n: number, low: number, high: number): Float64Array {
  const mid = (low + high) / 2
  const half = (high - low) / 2
  return Float64Array.from({ length: n }, (_, i) => mid + half * Math.cos((Math.PI * (i + 0.5)) / n))
}

/** Polynomial through `values[i·ny + j]` at the i-th and j-th nodes of the two intervals. */
export function fit2(
  nx: number,
  ny: number,
  [xLow, xHigh]: [number, number],
  [yLow, yHigh]: [number, number],
  values: Float64Array,
): Polynomial2 {
  const coefficients = new Float64Array(nx * ny)
  const cosines = (n: number) =>
    Float64Array.from({ length: n * n }, (_, at) => {
      const degree = Math.floor(at / n)
      return ((degree === 0 ? 1 : 2) / n) * Math.cos((Math.PI * degree * ((at % n) + 0.5)) / n)
    })
  const cx = cosines(nx)
  const cy = cosines(ny)
  for (let p = 0; p < nx; p++) {
    for (let q = 0; q < ny; q++) {
      let sum = 0
      for (let i = 0; i < nx; i++) {
        for (let j = 0; j < ny; j++) sum += cx[p * nx + i] * cy[q * ny + j] * values[i * ny + j]
      }
      coefficients[p * ny + q] = sum
    }
  }
  return {
    nx,
    ny,
    xMid: (xLow + xHigh) / 2,
    xHalf: (xHigh - xLow) / 2 || 1,
    yMid: (yLow + yHigh) / 2,
    yHalf: (yHigh - yLow) / 2 || 1,
    coefficients,
  }
}

/** Coefficients of the polynomial in y at a fixed x. */
export function atX(polynomial: Polynomial2, x: number, into: Float64Array): Float64Array {
  const { nx, ny, coefficients } = polynomial
  const scaled = (2 * (x - polynomial.xMid)) / polynomial.xHalf
  for (let j = 0; j < ny; j++) {
    // Clenshaw's recurrence in the first variable.
    let b1 = 0
    let b2 = 0
    for (let i = nx - 1; i > 0; i--) {
      const b0 = coefficients[i * ny + j] + scaled * b1 - b2
      b2 = b1
      b1 = b0
    }
    into[j] = coefficients[j] + 0.5 * scaled * b1 - b2
  }
  return into
}

/** Coefficients of the polynomial in x at a fixed y. */
export function atY(polynomial: Polynomial2, y: number, into: Float64Array): Float64Array {
  const { nx, ny, coefficients } = polynomial
  const scaled = (2 * (y - polynomial.yMid)) / polynomial.yHalf
  for (let i = 0; i < nx; i++) into[i] = clenshaw(coefficients, i * ny, ny, scaled)
  return into
}

/** Value at y, from the coefficients returned by `atX`. */
export function valueAtY(polynomial: Polynomial2, row: Float64Array, y: number): number {
  return clenshaw(row, 0, polynomial.ny, (2 * (y - polynomial.yMid)) / polynomial.yHalf)
}

/** Value at x, from the coefficients returned by `atY`. */
export function valueAtX(polynomial: Polynomial2, column: Float64Array, x: number): number {
  return clenshaw(column, 0, polynomial.nx, (2 * (x - polynomial.xMid)) / polynomial.xHalf)
}

function clenshaw(coefficients: Float64Array, from: number, n: number, scaled: number): number {
  let b1 = 0
  let b2 = 0
  for (let j = n - 1; j > 0; j--) {
    const b0 = coefficients[from + j] + scaled * b1 - b2
    b2 = b1
    b1 = b0
  }
  return coefficients[from] + 0.5 * scaled * b1 - b2
}
