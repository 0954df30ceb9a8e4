/** Runs all checks of `coverage doctor`, in order of dependence. */

import type { Backend } from '../../kernels/device/device.ts'
import type { FreeSpace } from '../../storage/files/disk-space.ts'
import { messageOf } from '../../storage/files/system-errors.ts'
import { runProbe } from '../compute/device/choose.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { type Check, fault } from './checks.ts'
import { dataChecks } from './data.ts'
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
}

export async function examine(
  env: NodeJS.ProcessEnv,
  { root = '/', freeSpace }: Machine = {},
): Promise<Check[]> {
  const config = configuration(env)
  const isWrong = Array.isArray(config)
  const found = await runProbe({ env, root })
  const hasAdapter = typeof found !== 'string' && found.adapter !== undefined
  const backends: Backend[] = [...(hasAdapter ? (['webgpu'] as const) : []), 'webasm', 'cpu']
  const outcomes = Promise.all(backends.map(async (each) => [each, await runSelfTest(each, env)] as const))
  return [
    ...(isWrong ? config : []),
    ...versionChecks(platformHere()),
    ...graphicsChecks(found, isWrong ? 'auto' : config.kernelBackend),
    ...selfTestChecks(new Map(await outcomes)),
    ...(isWrong ? [] : await ofConfiguration(config, freeSpace)),
  ]
}

async function ofConfiguration(config: Config, freeSpace: Machine['freeSpace']): Promise<Check[]> {
  const checks = [
    () => terrainChecks(config),
    () => dataChecks(config, freeSpace),
    async () => limitChecks(limitsHere(), config),
    () => portChecks(config),
    async () => [await certificateCheck(config)],
  ]
  const found: Check[] = []
  for (const check of checks) {
    // A check that throws does not prevent later checks.
    found.push(
      ...(await check().catch((error) => [
        fault('doctor', messageOf(error), 'report this failure as a bug'),
      ])),
    )
  }
  return found
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
