/** Programs compared by the conformance set, including ours. */

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openEngine, runCase } from '../../test/references/los.ts'
import { itmCases } from '../../test/references/models/itm-files.ts'
import { findPeers, runPeerOnPosts } from '../speed/peers.ts'
import { isSplatInstalled, SPLAT_CELL_M, splatPathLossDb, splatVisibility } from '../speed/splat.ts'
import { type GroundCase, ITM_PROFILE, type LossSet } from './conformance-cases.ts'
import { cellsOfPosts } from './oracle.ts'

export const TOOLS = ['ours', 'gdal', 'grass', 'splat'] as const
export type ToolName = (typeof TOOLS)[number]

export interface Tool {
  name: string
  /** Reason why the program cannot run; `undefined` if it can. */
  missing?: string
  /** VISIBLE, BLOCKED or UNKNOWN per post; `undefined` if the program does not support the case. */
  seen?(groundCase: GroundCase): Promise<Uint8Array> | undefined
  /** Losses of a set that the program supports; `undefined` if the program has no such model. */
  losses?(set: LossSet): Promise<LossSet['values']> | undefined
  close?(): Promise<void>
}

/** Half of the last decimal that SPLAT! reports, in dB. */
const SPLAT_ROUNDING_DB = 0.005

export function openTool(tool: ToolName, folder: string): Promise<Tool> {
  return { ours: openOurs, gdal: openGdal, grass: openGrass, splat: () => openSplat(folder) }[tool]()
}

async function openOurs(): Promise<Tool> {
  const { engine, close } = await openEngine()
  return {
    name: 'ours',
    seen: async ({ losCase, post }) => {
      const { visibility } = await runCase(engine, losCase)
      const cellOf = cellsOfPosts(losCase, post)
      return Uint8Array.from(losCase.ground.heightsM, (_, at) => visibility[cellOf(at)])
    },
    losses: async ({ values }) => values,
    close,
  }
}

function openGdal(): Promise<Tool> {
  return openPeer('gdal_viewshed', 'gdal-bin', () => matchIn('gdalinfo', ['--version'], /GDAL ([\d.]+\d)/))
}

function openGrass(): Promise<Tool> {
  return openPeer('r.viewshed', 'grass-core, gdal-bin', () =>
    matchIn('grass', ['--version'], /GIS ([\d.]+\d)/),
  )
}

async function openPeer(name: string, packages: string, versionOf: () => Promise<string>): Promise<Tool> {
  const peer = (await findPeers()).find((peer) => peer.name === name)
  if (peer === undefined) return notInstalled(name, packages)
  return {
    name: `${name} ${await versionOf()}`,
    seen: ({ losCase, post, ellipsoidK }) => runPeerOnPosts({ ...losCase, kFactor: ellipsoidK }, post, peer),
  }
}

async function openSplat(folder: string): Promise<Tool> {
  if (!(await isSplatInstalled())) return notInstalled('splat', 'splat')
  return {
    name: `splat ${await matchIn('splat', [], /SPLAT! v([\d.]+\d)/)}`,
    seen: (set) =>
      set.losCase.resolutionM === SPLAT_CELL_M ? splatVisibility(set.losCase, set.post) : undefined,
    losses: (set) => (set.name === ITM_PROFILE ? splatLosses(folder, set) : undefined),
  }
}

/** Compares only medians, because SPLAT! and NTIA's examples differ in the mode of variability. */
async function splatLosses(folder: string, { values }: LossSet): Promise<LossSet['values']> {
  const found: LossSet['values'] = []
  for (const { from, asked } of itmCases(join(folder, 'models'))) {
    if (asked.profile === undefined) continue
    const { timePercent, locationPercent, situationPercent } = asked.parameters
    if (![timePercent, locationPercent, situationPercent].every((percent) => percent === 50)) continue
    const got = await splatPathLossDb(asked.profile, asked.parameters)
    const own = values.filter((value) => value.from === from)
    found.push(...own.map((value) => ({ ...value, got, maximum: value.maximum + SPLAT_ROUNDING_DB })))
  }
  return found
}

function notInstalled(name: string, packages: string): Tool {
  return { name, missing: `skipped: not installed (Debian: ${packages})` }
}

/** First match in a program's output, regardless of the exit code. */
async function matchIn(program: string, args: string[], pattern: RegExp): Promise<string> {
  const printed = await promisify(execFile)(program, args).catch((error: Printed) => error)
  return pattern.exec(`${printed.stdout}${printed.stderr}`)?.[1] ?? ''
}

interface Printed {
  stdout: string
  stderr: string
}
