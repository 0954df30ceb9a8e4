import type { accountRecords } from './account-records.ts'
import type { creditRecords } from './credit-records.ts'
import type { openRecords } from './records.ts'

export type * from './stored-types.ts'

export type AccountRecords = ReturnType<typeof accountRecords>
export type CreditRecords = ReturnType<typeof creditRecords>

/**
 * Store of accounts, keys, simulations and credits. Reads are synchronous, from memory or with a short file
 * read; callers must not modify returned objects. A change takes effect in memory before the method's first
 * `await`, so that checks hold under concurrent calls; the promise resolves when the change is on stable
 * storage. Missing records are `undefined`. A change that cannot be stored is rolled back together with all
 * later changes not yet stored, and the promises of all these reject with `StorageError`; later changes are
 * attempted again.
 */
export type RecordStore = Awaited<ReturnType<typeof openRecords>>
