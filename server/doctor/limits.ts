import { availableParallelism } from 'node:os'
import { THREADS } from '../../kernels/threads/job-threads.ts'
import { textOf } from '../compute/device/facts.ts'
import { availableMemory, type Config, minimumComputeMemory } from '../config/config.ts'
import { type Check, fault, gibibytes, ok, warning } from './checks.ts'

const mebibyte = 2 ** 20
const gibibyte = 2 ** 30
/** Memory in bytes of the idle service, including the compute process. */
const restBytes = 0.3 * gibibyte
/** Number of files that `coverage serve` keeps open without client connections. */
const fewestOpenFiles = 256
const fewestProcesses = 100
/** Address space that WebAssembly reserves per thread, and the total without which no thread can start. */
const addressBytesPerThread = 10 * gibibyte
const minimumAddressBytes = 8 * gibibyte

/** Resource limits of the process; infinite where unlimited. */
export type Limits = ReturnType<typeof limitsHere>

export function limitsHere() {
  const limits = textOf('/proc/self/limits')
  const limit = (name: string) => {
    const [, value = ''] = new RegExp(`^Max ${name} +(\\S+)`, 'm').exec(limits) ?? []
    return /^\d+$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY
  }
  const pids = Number(textOf('/sys/fs/cgroup/pids.max') || 'max')
  return {
    memoryBytes: availableMemory(),
    openFiles: limit('open files'),
    addressBytes: limit('address space'),
    processes: Math.min(limit('processes'), Number.isNaN(pids) ? Number.POSITIVE_INFINITY : pids),
    processors: availableParallelism(),
  }
}

type Settings = Pick<Config, 'computeMemoryBytes' | 'maxConnections'>

export function limitChecks(limits: Limits, { computeMemoryBytes, maxConnections }: Settings): Check[] {
  const { memoryBytes, openFiles, addressBytes, processes, processors } = limits
  const checks: Check[] = []
  const memory = `COMPUTE_MEMORY is ${gibibytes(computeMemoryBytes)} of ${gibibytes(memoryBytes)}`
  if (computeMemoryBytes > memoryBytes - restBytes) {
    const isOver = computeMemoryBytes > memoryBytes
    const finding = isOver
      ? 'the system will kill the service'
      : 'too little memory remains for the rest of the service'
    const fitting = memoryBytes - restBytes
    const setting =
      fitting < minimumComputeMemory
        ? `a limit of at least ${Math.ceil((minimumComputeMemory + restBytes) / mebibyte)}MiB`
        : `COMPUTE_MEMORY=${Math.floor(fitting / mebibyte)}MiB, or a higher limit`
    const cure = `${setting}: MemoryMax= of the systemd unit, --memory of the container`
    checks.push((isOver ? fault : warning)('memory', `${memory}: ${finding}`, cure))
  } else checks.push(ok('memory', memory))
  const needed = fewestOpenFiles + maxConnections
  if (openFiles < needed) {
    const fewer = openFiles > fewestOpenFiles ? `; or MAX_CONNECTIONS=${openFiles - fewestOpenFiles}` : ''
    const cure = `ulimit -n ${needed}; LimitNOFILE=${needed} in the systemd unit${fewer}`
    const finding =
      openFiles < fewestOpenFiles
        ? `limit of ${openFiles}, but coverage serve requires ${fewestOpenFiles}`
        : `limit of ${openFiles}, too low for MAX_CONNECTIONS=${maxConnections}`
    checks.push((openFiles < fewestOpenFiles ? fault : warning)('open files', finding, cure))
  } else checks.push(ok('open files', `limit of ${openFiles}`))
  const threads = `${THREADS} compute threads on ${processors} processors`
  if (processes < fewestProcesses) {
    const cure = 'ulimit -u 4096; TasksMax= of the systemd unit, --pids-limit of the container'
    checks.push(warning('threads', `${threads}; limit of ${processes} threads for this user`, cure))
  } else checks.push(ok('threads', threads))
  if (addressBytes < minimumAddressBytes + THREADS * addressBytesPerThread) {
    const bad = addressBytes < minimumAddressBytes ? fault : warning
    const cure = 'ulimit -v unlimited; LimitAS=infinity in the systemd unit'
    checks.push(bad('addresses', `address space limited to ${gibibytes(addressBytes)}`, cure))
  }
  return checks
}
