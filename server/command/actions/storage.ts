import type { Account } from '../call/service.ts'

/** Used share of the storage above which a warning is printed. */
const FULL_SHARE = 0.8
const GIB = 2 ** 30

/** Text for the used and total storage of an account. */
export function storageText({ used_bytes, limit_bytes }: NonNullable<Account['storage']>): string {
  const percent = Math.floor((100 * used_bytes) / Math.max(1, limit_bytes))
  return `${percent} % full, ${(used_bytes / GIB).toFixed(1)} of ${(limit_bytes / GIB).toFixed(1)} GiB`
}

/** Warning if the storage of results is nearly full. */
export function storeWarning({ storage }: Account): string | undefined {
  if (storage === undefined || storage.used_bytes < FULL_SHARE * storage.limit_bytes) return undefined
  return `The store of results is ${storageText(storage)}: coverage delete frees space.`
}
