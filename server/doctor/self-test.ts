/** Self-test: runs the same small simulations on each backend, in child processes because drivers may crash. */

import { fork } from 'node:child_process'
import { extname } from 'node:path'
import type { Backend } from '../../kernels/device/device.ts'
import type { Raster } from '../../storage/rasters/read.ts'
import { BACKEND_TOLERANCE_DB, differences } from '../command/local/differences.ts'
import { type Check, fault, ok } from './checks.ts'

export interface Outcome {
  rasters: (Pick<Raster, 'kind' | 'data'> & { model: string })[]
  seconds: number
}

const script = new URL(`./self-test-run${extname(import.meta.filename)}`, import.meta.url)
/** Time limit; software graphics drivers take seconds to compile kernels. */
const timeoutMs = 60_000
const subject = 'self-test'

/** Runs the self-test on one backend; returns the cells, or the reason for the failure. */
export function runSelfTest(
  backend: Backend,
  env: NodeJS.ProcessEnv,
  module = script,
): Promise<Outcome | string> {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
    const child = fork(module, [backend], { stdio: [...stdio], execArgv: [], env, serialization: 'advanced' })
    const timer = setTimeout(() => {
      resolve(`no result within ${timeoutMs / 1000} s`)
      child.kill('SIGKILL')
    }, timeoutMs)
    child.once('message', (outcome) => resolve(outcome as Outcome | string))
    child.once('error', ({ message }) => resolve(message))
    // If the child has sent an outcome, the promise is already settled, and this call changes nothing.
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      resolve(`the self-test process ended with ${signal ?? `exit status ${code}`}`)
    })
  })
}

/** Compares all backends with the last one, plain JavaScript, which needs no driver or compiler. */
export function selfTestChecks(outcomes: ReadonlyMap<Backend, Outcome | string>): Check[] {
  const [reference, truth] = [...outcomes].findLast(([, outcome]) => typeof outcome !== 'string') ?? []
  return [...outcomes].map(([backend, outcome]) => {
    const cure =
      backend === 'webgpu'
        ? 'update the graphics driver, or set KERNEL_BACKEND=webasm'
        : 'run npm ci, or install a different version of Node.js; if the self-test still fails, test the memory of the machine'
    if (typeof outcome === 'string') return fault(subject, `${backend}: ${outcome}`, cure)
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
      : fault(subject, `${backend}: ${wrong.join(', ')} differ from the results of ${reference}`, cure)
  })
}
