import { type ChildProcess, execFile } from 'node:child_process'
import { promisify } from 'node:util'

export async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise((resolve) => child.once('exit', resolve))
}

export async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child as number)
}

/** To a process that may have ended. */
export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The same signal to a process and those that it started. */
export async function signalAll(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child?.pid === undefined) return
  for (const pid of [...(await childrenOf(child.pid)), child.pid]) signalIfThere(pid, signal)
}
