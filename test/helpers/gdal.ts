import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Without this GDAL leaves `.aux.xml` files beside those it reads, and believes them later. */
const env = { ...process.env, GDAL_PAM_ENABLED: 'NO' }

/** The python3-gdal package belongs to the system's Python. */
const PYTHON = '/usr/bin/python3'
const COG_VALIDATOR = 'osgeo_utils.samples.validate_cloud_optimized_geotiff'

function succeeds(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', env })
    return true
  } catch {
    return false
  }
}

/** Whether GDAL's command line tools are installed. */
export function hasGdal(): boolean {
  return succeeds('gdalinfo', ['--version'])
}

/** Whether GDAL's validator of cloud-optimised GeoTIFFs is installed. */
export function hasCogValidator(): boolean {
  return succeeds(PYTHON, ['-c', `import ${COG_VALIDATOR}`])
}

/** Runs one of GDAL's tools, with `input` on its standard input, and gives what it prints. */
export async function gdal(tool: string, args: string[], input = ''): Promise<string> {
  const running = run(tool, args, { env, maxBuffer: 2 ** 26 })
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** What the validator says; it throws if the file is not cloud-optimised. */
export async function validateCog(path: string): Promise<string> {
  const { stdout } = await run(PYTHON, ['-m', COG_VALIDATOR, '--full-check=yes', path], { env })
  return stdout
}
