import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Test } from 'tap'

setFlagsFromString('--expose-gc')
/** Collects all garbage at once. */
export const collectGarbage = runInNewContext('gc') as () => void

/** Collects again and again until the test ends, and leaves most of the time to the test. */
export function keepCollecting(t: Test): void {
  const collect = () => {
    const startMs = performance.now()
    collectGarbage()
    timer = setTimeout(collect, 30 + 5 * (performance.now() - startMs))
  }
  let timer = setTimeout(collect, 30)
  t.teardown(() => clearTimeout(timer))
}
