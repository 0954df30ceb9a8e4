import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

export interface ProcessMemory {
  residentMiB: number
  /** Maximum since the process began, or since `resetPeak`. */
  peakMiB: number
}

/** Resident memory of a process; `undefined` except on Linux. */
export async function memoryOf(pid: number): Promise<ProcessMemory | undefined> {
  if (process.platform !== 'linux') return undefined
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { residentMiB: mebibytes('VmRSS'), peakMiB: mebibytes('VmHWM') }
}

/** Resets the peak to the current size. */
export async function resetPeak(pid: number): Promise<void> {
  if (process.platform === 'linux') await writeFile(`/proc/${pid}/clear_refs`, '5')
}

/** Direct children that the main thread of a process started. */
export async function childrenOf(pid: number): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean).map(Number)
}

/** Processor time of a process, all threads. */
export async function processorSecondsOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name may contain anything; user and system time in hundredths follow it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Processor time of this process's main thread, ms; `undefined` except on Linux. */
export function mainThreadMs(): number | undefined {
  if (process.platform !== 'linux') return undefined
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}
