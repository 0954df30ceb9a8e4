/** Checks the data folder, object store and queue. */

import { constants } from 'node:fs'
import { access, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FreeSpace, freeSpaceOf } from '../../storage/files/disk-space.ts'
import { codeOf, messageOf, orIfMissing } from '../../storage/files/system-errors.ts'
import { nameOfLocation, openRasters } from '../../storage/objects/open.ts'
import { recordsHolder } from '../../storage/records/records.ts'
import { textOf } from '../compute/device/facts.ts'
import type { Config } from '../config/config.ts'
import { keptFreeBytes, keptFreeFiles } from '../config/limits.ts'
import { type Check, fault, gibibytes, ok, type Step, warning } from './checks.ts'

type StatSpace = (folder: string) => Promise<FreeSpace>

const subfolders = ['records', 'rasters', 'antennas', 'tls', 'work', 'terrain-cache', 'terrain-tiles']
const redisMs = 5000
const setInRedis = 'redis-cli -u "$QUEUE_URL" config set'
const redisCure = 'start Redis, or correct host and port in QUEUE_URL'
/** Other cures, by the message of the fault. */
const redisCures: [RegExp, string][] = [
  [/NOAUTH|WRONGPASS/, 'correct user and password in QUEUE_URL (redis://USER:PASSWORD@HOST:6379)'],
  [/noeviction/, `${setInRedis} maxmemory-policy noeviction; set the policy in redis.conf, too`],
  [/after a restart/, `${setInRedis} appendonly yes; set the option in redis.conf, too`],
  [/clock/, 'timedatectl set-ntp true, on this machine and on that of Redis'],
]
const bucketCure = 'check RASTER_STORE, S3_ENDPOINT, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'

export function dataSteps(config: Config, statSpace: StatSpace = freeSpaceOf): Step[] {
  const { dataDir, recordsDir, store, queue } = config
  const step = (subject: string, cure: string, find: () => Promise<Check>): Step => ({
    subject,
    cure,
    find: async () => [await find()],
  })
  const folderSteps = (subject: string, setting: string, folder: string) => {
    const cure = `mount the file system of ${folder} again, or set ${setting}`
    return [
      step(subject, cure, () => folderCheck(subject, setting, folder)),
      step('disk', cure, async () => spaceCheck(folder, await statSpace(await nearestFolder(folder)))),
    ]
  }
  const isOther = store.kind === 'folder' && store.folder !== dataDir
  return [
    ...folderSteps('data', 'DATA_DIR', dataDir),
    step('records', `mount the file system of ${recordsDir} again`, async () =>
      recordsCheck(await recordsHolder(recordsDir).catch(messageOf)),
    ),
    ...(isOther ? folderSteps('store', 'RASTER_STORE', store.folder) : []),
    ...(store.kind === 's3' ? [step('store', bucketCure, () => bucketCheck(store))] : []),
    ...(queue ? [step('redis', redisCure, () => redisCheck(queue.url))] : []),
  ]
}

/** Existing folder closest to `path`: the folder itself, or a parent. */
async function nearestFolder(path: string): Promise<string> {
  const isThere = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isThere || path === dirname(path) ? path : nearestFolder(dirname(path))
}

async function folderCheck(subject: string, setting: string, folder: string): Promise<Check> {
  const existing = await nearestFolder(folder)
  let path = existing
  try {
    await orIfMissing(stat(folder), undefined)
    // A test write detects a read-only file system as well; for root, permissions do not show this state.
    await rmdir(await mkdtemp(join(existing, '.doctor-')))
    for (const inside of subfolders) {
      path = join(folder, inside)
      await orIfMissing(access(path, constants.W_OK), undefined)
    }
    if (existing !== folder) return ok(subject, `${folder} will be created at the first start`)
    return ownerCheck(subject, folder, (await stat(folder)).uid)
  } catch (error) {
    const isThere = existing === folder
    const owner = await stat(path).catch(() => undefined)
    const isOwn = isThere && owner?.uid === process.geteuid?.()
    const cures: Record<string, string> = {
      EROFS: `remount the file system writable (mount -o remount,rw), or set ${setting}`,
      ENOSPC: 'free space or inodes on this file system',
      ...(isOwn && { EACCES: `chmod -R u+rwX ${path}` }),
    }
    // A missing folder's parent may have other users, so neither its owner nor its mode must change.
    const command = isThere ? `chown -R USER ${folder}` : `install -d -o USER ${folder}`
    const cure = `${command} (USER: the user of the service), or set a different folder`
    return fault(
      subject,
      `${folder} is not writable (${messageOf(error)})`,
      cures[codeOf(error) ?? ''] ?? cure,
    )
  }
}

/** Warns root, whose checks would pass although the user of the service may lack access. */
export function ownerCheck(
  subject: string,
  folder: string,
  ownerId: number,
  userId = process.geteuid?.(),
): Check {
  if (userId !== 0 || ownerId === 0) return ok(subject, `${folder} is writable`)
  const name = userName(ownerId)
  return warning(
    subject,
    `${folder} belongs to ${name}, but doctor runs as root`,
    `run doctor as the user of the service: runuser -u ${name} -- coverage doctor`,
  )
}

/** Name of a user; the id where /etc/passwd, which containers may lack, has none. */
function userName(id: number): string {
  const [, name = String(id)] = new RegExp(`^([^:]+):[^:]*:${id}:`, 'm').exec(textOf('/etc/passwd')) ?? []
  return name
}

export function spaceCheck(folder: string, { bytes, files }: FreeSpace): Check {
  const inodes = Number.isFinite(files) ? ` and ${files} inodes` : ''
  const finding = `${folder}: ${gibibytes(bytes)}${inodes} free`
  const cure =
    'delete results (coverage delete ID), let them expire (RESULT_DAYS=7), or set another RASTER_STORE'
  if (bytes < keptFreeBytes || files < keptFreeFiles) {
    return fault(
      'disk',
      `${finding}: new simulations are refused below 1 GiB or ${keptFreeFiles} inodes`,
      cure,
    )
  }
  return bytes < 2 * keptFreeBytes ? warning('disk', finding, cure) : ok('disk', finding)
}

export function recordsCheck(holder: Awaited<ReturnType<typeof recordsHolder>> | string): Check {
  if (typeof holder === 'string')
    return fault('records', holder, 'run coverage doctor as the user of the service')
  if (holder === undefined) return ok('records', 'no service is using the records')
  const name = `process ${holder.pid} on ${holder.host}`
  if (holder.isRunning) return ok('records', `in use by the running service, ${name}`)
  if (holder.isRunning === false)
    return ok(
      'records',
      `locked by ${name}, which has ended: the next start of the service takes over the lock`,
    )
  const cure =
    'stop the service on that machine; the next start takes over the lock after 45 s without a heartbeat'
  return warning('records', `locked by ${name}, not visible from this machine`, cure)
}

async function bucketCheck(location: Config['store']): Promise<Check> {
  const name = nameOfLocation(location)
  try {
    const store = await openRasters(location)
    await store.probe().finally(() => store.close())
    return ok('store', `${name}: a test object was written, read and deleted`)
  } catch (error) {
    return fault('store', `${name}: ${messageOf(error)}`, bucketCure)
  }
}

async function redisCheck(url: string): Promise<Check> {
  const { checkRedis, openRedis } = await import('../nodes/redis.ts')
  let reason = ''
  const note = (fields: object) => {
    const { message, code } = (fields as { err: NodeJS.ErrnoException }).err
    // If all addresses of a host fail, the message is empty.
    reason = message || String(code)
  }
  const redis = openRedis(url, { info: note, warn: note, error: note })
  try {
    await checkRedis(redis, redisMs)
    return ok('redis', 'Redis is reachable and keeps its data (noeviction, persistence)')
  } catch (error) {
    const message = messageOf(error)
    const finding = message.includes(reason) ? message : `${message} (${reason})`
    const [, cure = redisCure] = redisCures.find(([pattern]) => pattern.test(finding)) ?? []
    return fault('redis', finding, cure)
  } finally {
    redis.disconnect()
  }
}
