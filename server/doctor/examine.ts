/** Runs all checks of `coverage doctor`, in order of dependence. */

import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import type { Backend } from '../../kernels/device/device.ts'
import type { FreeSpace } from '../../storage/files/disk-space.ts'
import { messageOf } from '../../storage/files/system-errors.ts'
import { unlessAborted, withDeadline } from '../../storage/network/deadline.ts'
import { runProbe } from '../compute/device/choose.ts'
import { type Config, ConfigError, knownVariables, readConfig } from '../config/config.ts'
import { nearestOf } from '../requests/nearest.ts'
import { type Check, fault, type Step, warning } from './checks.ts'
import { dataSteps } from './data.ts'
import { graphicsChecks } from './graphics.ts'
import { limitChecks, limitsHere } from './limits.ts'
import { certificateCheck, portChecks } from './ports.ts'
import { runSelfTest, selfTestChecks } from './self-test.ts'
import { terrainChecks } from './terrain.ts'
import { platformHere, versionChecks } from './versions.ts'

/** Sources of facts about the machine; replaced in tests. */
export interface Machine {
  /** Root folder for reading system files. */
  root?: string
  freeSpace?: (folder: string) => Promise<FreeSpace>
  /** Time limit of a check. */
  limitMs?: number
}

/** Settings that name files or folders, which `readConfig` opens. */
const fileSettings = ['DATA_DIR', 'TERRAIN_DIR', 'RASTER_STORE', 'TLS_CERT', 'TLS_KEY', 'BASEMAP', 'PLACES']
/** Maximum edit distance of a misspelled setting, as a fraction of its length: `PATH` and `HOSTNAME` are none. */
const misspelledShare = 0.2

/** Findings as they come. */
export async function* examine(
  env: NodeJS.ProcessEnv,
  { root = '/', freeSpace, limitMs = 15_000 }: Machine = {},
): AsyncGenerator<Check> {
  const silent = await silentFolders(env, limitMs)
  const config = silent.length > 0 ? silent : configuration(env)
  const isWrong = Array.isArray(config)
  if (isWrong) yield* config
  yield* misspelled(env)
  yield* versionChecks(platformHere())
  const backend = isWrong ? 'auto' : config.kernelBackend
  const found = await runProbe({ env, root })
  yield* graphicsChecks(found, backend)
  const adapter = typeof found === 'string' ? undefined : found.adapter
  const backends: Backend[] = [...(adapter ? (['webgpu'] as const) : []), 'webasm', 'cpu']
  const outcomes = backends.map(async (each) => [each, await runSelfTest(each, env)] as const)
  const usesGpu = backend === 'webgpu' || (backend === 'auto' && adapter?.software === false)
  yield* selfTestChecks(new Map(await Promise.all(outcomes)), (each) => each !== 'webgpu' || usesGpu)
  if (isWrong) return
  const terrain: Step = {
    subject: 'terrain',
    find: () => terrainChecks(config),
    cure: 'mount the file systems of TERRAIN_DIR again',
    // Opening many files of a slow disk takes minutes.
    patience: 20,
  }
  for (const step of [terrain, ...dataSteps(config, freeSpace)]) yield* await answerOf(step, limitMs)
  yield* limitChecks(limitsHere(), config)
  const cure = 'report this failure as a bug'
  yield* await answerOf({ subject: 'port', find: () => portChecks(config), cure }, limitMs)
  const find = async () => [await certificateCheck(config)]
  yield* await answerOf({ subject: 'certificate', find, cure }, limitMs)
}

/** Findings of a step; a step that fails or hangs does not prevent later ones. */
async function answerOf({ subject, find, cure, patience = 1 }: Step, limitMs: number): Promise<Check[]> {
  const stepMs = limitMs * patience
  try {
    return await withDeadline(stepMs, undefined, (signal) => unlessAborted(find(), signal))
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    return [
      isLate
        ? fault(subject, `no answer within ${stepMs / 1000} s`, cure)
        : fault('doctor', messageOf(error), 'report this failure as a bug'),
    ]
  }
}

/**
 * Settings whose files are on a file system that does not answer, such as a lost NFS server. Other processes
 * look, because the configuration is read synchronously, and a thread that waits for a file prevents the exit.
 */
async function silentFolders(env: NodeJS.ProcessEnv, limitMs: number): Promise<Check[]> {
  const named = fileSettings.flatMap((name) =>
    (env[name] ?? '')
      .split(delimiter)
      .filter((path) => path !== '')
      .map((path) => ({ subject: name, path })),
  )
  const steps = named.map(({ subject, path }) => ({
    subject,
    find: () =>
      new Promise<Check[]>((resolve) => {
        const limit = { timeout: limitMs, killSignal: 'SIGKILL' } as const
        const child = spawn('stat', ['-L', '--', path], { env, stdio: 'ignore', ...limit })
        for (const end of ['error', 'close']) child.once(end, () => resolve([]))
      }),
    cure: `mount the file system of ${path} again, or set ${subject}; dependent checks were skipped`,
  }))
  return (await Promise.all(steps.map((step) => answerOf(step, limitMs)))).flat()
}

/** Warns of variables that look like settings but are none. */
function misspelled(env: NodeJS.ProcessEnv): Check[] {
  const known = [...knownVariables().keys()]
  return Object.keys(env).flatMap((name) => {
    const meant = known.includes(name) ? undefined : nearestOf(name, known, misspelledShare)
    return meant === undefined
      ? []
      : [warning('settings', `${name} is not a setting: did you mean ${meant}?`, `set ${meant} instead`)]
  })
}

function configuration(env: NodeJS.ProcessEnv): Config | Check[] {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [, ...problems] = error.message.split('\n  ')
    const cure = 'correct the setting (see server/configuration.md); dependent checks were skipped'
    return problems.map((problem) => fault('settings', problem, cure))
  }
}
