/** Self-test: runs the same small simulations on each backend, in child processes because drivers may crash. */

import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Backend } from '../../kernels/device/device.ts'
import { messageOf } from '../../storage/files/system-errors.ts'
import type { Raster } from '../../storage/rasters/read.ts'
import { BACKEND_TOLERANCE_DB, differences } from '../command/local/differences.ts'
import { type Check, fault, ok, warning } from './checks.ts'

export interface Outcome {
  rasters: (Pick<Raster, 'kind' | 'data'> & { model: string })[]
  seconds: number
}

const script = new URL(`./self-test-run${extname(import.meta.filename)}`, import.meta.url)
/** Time limit; software graphics drivers take seconds to compile kernels. */
const timeoutMs = 60_000
const maximumMessageChars = 10_000
const subject = 'self-test'
/** Cures by the message of a failure that is due to neither the backend nor its driver. */
const cures: [RegExp, string][] = [
  [/mkdtemp|ENOSPC/, 'set TMPDIR to a writable folder with free space'],
  [/EMFILE|too many open files/i, 'ulimit -n 4096; LimitNOFILE=4096 in the systemd unit'],
  // Node reports packages as missing that it cannot open for want of files.
  [/Cannot find (package|module)/, 'npm ci; if the limit of open files is low, ulimit -n 4096'],
]

/** Runs the self-test on one backend; returns the cells, or the reason for the failure. */
export function runSelfTest(
  backend: Backend,
  env: NodeJS.ProcessEnv,
  module = script,
): Promise<Outcome | string> {
  return new Promise((resolve) => {
    let folder: string
    try {
      folder = mkdtempSync(join(tmpdir(), 'coverage-'))
    } catch (error) {
      return resolve(messageOf(error))
    }
    const child = fork(module, [backend, folder], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
      env,
      serialization: 'advanced',
    })
    // Also at Ctrl-C; the child may be hanging in a driver.
    const clear = () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    }
    process.once('exit', clear)
    let messages = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      messages = (messages + text).slice(-maximumMessageChars)
    })
    const timer = setTimeout(() => {
      resolve(`no result within ${timeoutMs / 1000} s`)
      child.kill('SIGKILL')
    }, timeoutMs)
    child.once('message', (outcome) => resolve(outcome as Outcome | string))
    child.once('error', ({ message }) => resolve(message))
    // If the child has sent an outcome, the promise is already settled, and this call changes nothing.
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      process.off('exit', clear)
      clear()
      // Without the stack of an error, and the version that Node prints below.
      const reason = messages.split('\n').findLast((line) => /^\w(?!ode\.js v)/.test(line))
      const end = `the self-test process ended with ${signal ?? `exit status ${code}`}`
      resolve(reason === undefined ? end : `${end} (${reason})`)
    })
  })
}

/** Compares all backends with the last one, plain JavaScript, which needs no driver or compiler. */
export function selfTestChecks(
  outcomes: ReadonlyMap<Backend, Outcome | string>,
  isUsed: (backend: Backend) => boolean = () => true,
): Check[] {
  const [reference, truth] = [...outcomes].findLast(([, outcome]) => typeof outcome !== 'string') ?? []
  return [...outcomes].map(([backend, outcome]) => {
    const cure =
      backend === 'webgpu'
        ? 'update the graphics driver, or set KERNEL_BACKEND=webasm'
        : 'run npm ci, or install a different version of Node.js; if the self-test still fails, test the memory of the machine'
    const bad = isUsed(backend) ? fault : warning
    if (typeof outcome === 'string') {
      const [, special = cure] = cures.find(([pattern]) => pattern.test(outcome)) ?? []
      return bad(subject, `${backend}: ${outcome}`, special)
    }
    const seconds = `${outcome.seconds.toFixed(1)} s`
    if (outcome === truth || typeof truth !== 'object') return ok(subject, `${backend}: ${seconds}`)
    const wrong = outcome.rasters.flatMap(({ model, kind, data }, at) => {
      const expected = truth.rasters[at]?.data ?? []
      const { differing } = differences(
        expected as Raster['data'],
        data,
        kind === 'float' ? BACKEND_TOLERANCE_DB : 0,
      )
      return differing === 0 ? [] : [`${differing} of ${data.length} cells of ${model}`]
    })
    return wrong.length === 0
      ? ok(subject, `${backend}: ${seconds}, results equal those of ${reference}`)
      : bad(subject, `${backend}: ${wrong.join(', ')} differ from the results of ${reference}`, cure)
  })
}
