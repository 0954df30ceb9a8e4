import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Without this GDAL leaves `.aux.xml` files beside those it reads, and believes them later. */
const env = { ...process.env, GDAL_PAM_ENABLED: 'NO' }

/** Whether a program is installed and runs. */
export function succeeds(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', env })
    return true
  } catch {
    return false
  }
}

/** Why tests that need GDAL's command line tools are skipped; `false`: they are installed. */
export const noGdal = succeeds('gdalinfo', ['--version']) ? false : 'needs GDAL (Debian package gdal-bin)'

/** Runs one of GDAL's tools, with `input` on its standard input, and gives what it prints. */
export async function gdal(tool: string, args: string[], input = ''): Promise<string> {
  const running = run(tool, args, { env, maxBuffer: 2 ** 26 })
  // A tool that wants none of it may have ended.
  running.child.stdin?.on('error', () => {}).end(input)
  return (await running).stdout
}
