import { readFileSync } from 'node:fs'

/** The longest time that work held the event loop, in milliseconds of CPU time where the system reports it. */
export async function longestDelayMs(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  let lastMs = workedMs()
  const look = () => {
    const nowMs = workedMs()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
  }
  const timer = setInterval(look, 1)
  try {
    await work()
    // The iteration in which the work ended counts too.
    await new Promise((resolve) => setTimeout(resolve, 5))
  } finally {
    clearInterval(timer)
  }
  look()
  return longestMs
}

/** CPU of the main thread on Linux, so that what else the machine does is not counted; elsewhere the clock. */
export function workedMs(): number {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')
    return Number(text.split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
