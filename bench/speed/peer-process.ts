/** Timing of other programs, each run as a whole process. */

import { execFile, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** Runs a program once; resolves with the duration in ms. */
export type PeerRun = () => Promise<number>

export async function isInstalled(program: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const tries = folders.map((folder) => access(join(folder, program), constants.X_OK))
  return (await Promise.allSettled(tries)).some(({ status }) => status === 'fulfilled')
}

/** Version printed by a program, regardless of the exit code. */
export function versionOf(program: string, args: string[], pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, (_, stdout, stderr) => {
      resolve(pattern.exec(stdout + stderr)?.[1] ?? 'unknown')
    })
  })
}

/** Wall time of a program run; rejects with the last output on failure. */
export function timeProgram(
  program: string,
  args: string[],
  cwd: string,
): Promise<{ wallMs: number; stdout: string }> {
  return new Promise((resolve, reject) => {
    const startMs = performance.now()
    // Prevents GDAL from writing .aux.xml files next to its inputs.
    const env = { ...process.env, GDAL_PAM_ENABLED: 'NO' }
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    let wallMs = 0
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-500)
    })
    child.on('exit', () => {
      wallMs = performance.now() - startMs
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve({ wallMs, stdout })
      else reject(new Error(`${program} ended with ${code}: ${stderr.trim() || stdout.slice(-500).trim()}`))
    })
  })
}
