/** Checks the data folder, object store and queue. */

import { constants } from 'node:fs'
import { access, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FreeSpace, freeSpaceOf } from '../../storage/files/disk-space.ts'
import { messageOf, orIfMissing } from '../../storage/files/system-errors.ts'
import { nameOfLocation, openRasters } from '../../storage/objects/open.ts'
import { recordsHolder } from '../../storage/records/records.ts'
import type { Config } from '../config/config.ts'
import { keptFreeBytes, keptFreeFiles } from '../config/limits.ts'
import { type Check, fault, gibibytes, ok, warning } from './checks.ts'

type StatSpace = (folder: string) => Promise<FreeSpace>

const redisMs = 5000

export async function dataChecks(config: Config, statSpace: StatSpace = freeSpaceOf): Promise<Check[]> {
  const { dataDir, recordsDir, store, queue } = config
  const existing = await nearestFolder(dataDir)
  const checks = [
    await writableCheck('data', dataDir, existing),
    spaceCheck(dataDir, await statSpace(existing)),
  ]
  checks.push(recordsCheck(await recordsHolder(recordsDir).catch(messageOf)))
  if (store.kind !== 'folder') checks.push(await bucketCheck(store))
  else if (store.folder !== dataDir) {
    checks.push(await writableCheck('store', store.folder, store.folder))
    checks.push(spaceCheck(store.folder, await statSpace(store.folder)))
  }
  if (queue) checks.push(await redisCheck(queue.url))
  return checks
}

/** Existing folder closest to `path`: the folder itself, or a parent. */
async function nearestFolder(path: string): Promise<string> {
  const isThere = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isThere || path === dirname(path) ? path : nearestFolder(dirname(path))
}

async function writableCheck(subject: string, folder: string, existing: string): Promise<Check> {
  try {
    await orIfMissing(stat(folder), undefined)
    // A test write detects a read-only file system as well; for root, permissions do not show this state.
    await rmdir(await mkdtemp(join(existing, '.doctor-')))
    for (const inside of ['records', 'rasters', 'tls', 'work']) {
      await orIfMissing(access(join(folder, inside), constants.W_OK), undefined)
    }
    return ok(
      subject,
      `${folder} ${existing === folder ? 'is writable' : 'will be created at the first start'}`,
    )
  } catch (error) {
    // A missing folder's parent may have other users, so the parent's owner must not change.
    const command = existing === folder ? `chown -R USER ${folder}` : `install -d -o USER ${folder}`
    const cure = `${command} (USER: the user of the service), or set a different folder`
    return fault(subject, `${folder} is not writable (${messageOf(error)})`, cure)
  }
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
    const cure = 'check RASTER_STORE, S3_ENDPOINT, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
    return fault('store', `${name}: ${messageOf(error)}`, cure)
  }
}

async function redisCheck(url: string): Promise<Check> {
  const { checkRedis, openRedis } = await import('../nodes/redis.ts')
  let reason = ''
  const note = (fields: object) => {
    reason = ` (${(fields as { reason: string }).reason})`
  }
  const redis = openRedis(url, { info: note, warn: note, error: note })
  try {
    await checkRedis(redis, redisMs)
    return ok('redis', 'Redis is reachable and keeps its data (noeviction, persistence)')
  } catch (error) {
    return fault('redis', `${messageOf(error)}${reason}`, redisCure(messageOf(error)))
  } finally {
    redis.disconnect()
  }
}

function redisCure(message: string): string {
  if (message.includes('noeviction'))
    return 'redis-cli config set maxmemory-policy noeviction; set the policy in redis.conf, too'
  if (message.includes('after a restart'))
    return 'redis-cli config set appendonly yes; set the option in redis.conf, too'
  if (message.includes('clock')) return 'timedatectl set-ntp true, on this machine and on that of Redis'
  return 'check QUEUE_URL, the password in QUEUE_URL, and the address on which Redis listens'
}
