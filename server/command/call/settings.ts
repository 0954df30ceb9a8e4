/** Service address and API key, from flags, else environment variables, else the user's settings file. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { writeAtomically } from '../../../storage/files/atomic-file.ts'
import { Settings } from '../../config/settings.ts'
import { Failure, MISUSED, UsageError } from '../errors.ts'
import type { ConnectionFlags } from '../flags.ts'

export type Connection = ReturnType<typeof readConnection>

interface KeptSettings extends ConnectionFlags {
  /** Certificate authorities confirmed at a terminal, as PEM, by origin. */
  authorities?: Record<string, string>
}

const DEFAULT_URL = 'https://localhost:8443'
const members = ['url', 'key', 'ca'] as const

/** File mode of the settings file, which may contain an API key: accessible only to the user. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** Path of the settings file, following the XDG Base Directory Specification. */
function settingsPath(env: NodeJS.ProcessEnv): string {
  const settings = new Settings(env)
  const home = settings.read('HOME', homedir(), String)
  const given = settings.read('XDG_CONFIG_HOME', '', String)
  return join(isAbsolute(given) ? given : join(home, '.config'), 'coverage/config.json')
}

export function readConnection(flags: ConnectionFlags, env: NodeJS.ProcessEnv) {
  const settings = new Settings(env)
  const settingsFile = settingsPath(env)
  const file = readSettingsFile(settingsFile)
  const url = originOf(flags.url ?? settings.read('COVERAGE_URL', file.url ?? DEFAULT_URL, String))
  const key = flags.key ?? settings.read('COVERAGE_KEY', file.key, String)
  const named = flags.ca ?? settings.read<string | undefined>('COVERAGE_CA', undefined, String)
  const pinned = named === undefined ? file.authorities?.[url] : undefined
  const path = pinned === undefined ? (named ?? file.ca) : undefined
  const isNamed = named !== undefined || (path !== undefined && url === originOf(file.url ?? DEFAULT_URL))
  /** How the certificate became trusted: named by the user, or confirmed at a terminal for the service address. */
  const trust: 'named' | 'pinned' | undefined =
    pinned !== undefined ? 'pinned' : isNamed ? 'named' : undefined
  return {
    /** Origin of the service, without a trailing slash. */
    url,
    key: key === undefined ? undefined : checkedKey(key),
    /** Certificate to trust as PEM, and the path of the certificate file. */
    ca: path === undefined ? pinned : readCertificate(path),
    caPath: path === undefined ? undefined : resolve(path),
    trust,
    settingsFile,
  }
}

/** Applies a change to the settings file; returns the file's path. */
export async function keepSettings(
  env: NodeJS.ProcessEnv,
  change: (kept: KeptSettings) => KeptSettings,
): Promise<string> {
  const path = settingsPath(env)
  const kept = change(readSettingsFile(path))
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
  await writeAtomically(path, (file) => file.writeFile(`${JSON.stringify(kept, null, 2)}\n`), {
    mode: FILE_MODE,
  })
  return path
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // Without HTTPS, the API key would be sent unencrypted.
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return url.origin
  // The text before an @ may contain a password and is hidden.
  const shown = text.replace(/[^/]*@/, '…@')
  throw new UsageError(`Expected the address of the service, such as ${DEFAULT_URL}, got "${shown}".`)
}

/** Checks an API key; error messages do not quote the text, which may contain a real key. */
function checkedKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new UsageError(
    'Expected an API key exactly as issued, without spaces, line breaks or other characters.',
  )
}

function readCertificate(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure(
      'certificate_missing',
      `The certificate can't be read: ${(error as Error).message}`,
      MISUSED,
    )
  }
}

/** Reads the settings file; refuses a file that other users can read, because an API key may be inside. */
function readSettingsFile(path: string): KeptSettings {
  if (!existsSync(path)) return {}
  const { mode, uid } = statSync(path)
  if ((mode & 0o077) !== 0 || (process.getuid !== undefined && uid !== process.getuid())) {
    throw new Failure(
      'unsafe_configuration',
      `${path} must be owned by you and readable only by you: chmod 600 ${path}`,
      MISUSED,
    )
  }
  const found = parse(path)
  const { authorities = {}, ...texts } = found
  const wrong =
    wrongText(texts, (name) => members.some((known) => known === name)) ??
    (typeof authorities === 'object' ? wrongText(authorities, URL.canParse) : 'authorities')
  if (wrong !== undefined) {
    throw new Failure(
      'invalid_configuration',
      `${path}: expected texts ${members.join(', ')} and authorities by their addresses, got "${wrong}"`,
    )
  }
  const { ca } = found
  return { ...found, ...(ca !== undefined && { ca: resolve(dirname(path), ca) }) }
}

function wrongText(values: object, isKnown: (name: string) => boolean): string | undefined {
  const wrong = Object.entries(values).find(([name, value]) => !isKnown(name) || typeof value !== 'string')
  return wrong?.[0]
}

function parse(path: string): KeptSettings {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
    if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found
  } catch (error) {
    // JSON parse errors quote the input, which may contain part of an API key.
    const reason = error instanceof SyntaxError ? 'expected JSON' : (error as Error).message
    throw new Failure('invalid_configuration', `${path}: ${reason}`, MISUSED)
  }
  throw new Failure('invalid_configuration', `${path}: expected a JSON object`, MISUSED)
}
