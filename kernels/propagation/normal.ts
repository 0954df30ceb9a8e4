/**
 * Value that a standard normal variable exceeds with probability `p`, 0 < p < 1; relative error below 10⁻⁶.
 * Wichura, Applied Statistics 37 (1988), algorithm AS 241, PPND7.
 */
export function exceededWith(p: number): number {
  const q = 0.5 - p
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q
    const above = ((59.10937472 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179
    const below = ((67.1875636 * r + 78.757757664) * r + 17.895169469) * r + 1
    return (q * above) / below
  }
  const r = Math.sqrt(-Math.log(Math.min(p, 1 - p)))
  const deviate = r <= 5 ? tail(r - 1.6) : farTail(r - 5)
  return q < 0 ? -deviate : deviate
}

function tail(r: number): number {
  const above = ((0.17023821103 * r + 1.3067284816) * r + 2.75681539) * r + 1.4234372777
  return above / ((0.12021132975 * r + 0.7370016425) * r + 1)
}

function farTail(r: number): number {
  const above = ((0.017337203997 * r + 0.42868294337) * r + 3.081226386) * r + 6.657905115
  return above / ((0.012258202635 * r + 0.24197894225) * r + 1)
}
