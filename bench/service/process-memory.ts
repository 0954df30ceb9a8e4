import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

export interface ProcessMemory {
  residentMiB: number
  /** Peak memory since the start of the process or since `resetPeak`. */
  peakMiB: number
}

/** Resident memory of a process; `undefined` on systems other than Linux. */
export async function memoryOf(pid: number): Promise<ProcessMemory | undefined> {
  if (process.platform !== 'linux') return undefined
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { residentMiB: mebibytes('VmRSS'), peakMiB: mebibytes('VmHWM') }
}

/** Resets the peak memory of a process to its current memory. */
export async function resetPeak(pid: number): Promise<void> {
  if (process.platform === 'linux') await writeFile(`/proc/${pid}/clear_refs`, '5')
}

/** Direct child processes started by the main thread of a process. */
export async function childrenOf(pid: number): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean).map(Number)
}

/** Processor time of a process in s, all threads. */
export async function processorSecondsOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The process name may contain any characters; user and system time in hundredths of a second follow it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Processor time of the current process's main thread in ms; `undefined` on systems other than Linux. */
export function mainThreadMs(): number | undefined {
  if (process.platform !== 'linux') return undefined
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}
