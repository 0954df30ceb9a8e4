import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Published data beside the project, which whoever clones the project alone does not have. */
export const sharedData = resolve(process.env.SHARED_DATA ?? resolve(process.cwd(), '../shared/data'))

/** Options for tests that need it: `t.test(name, needsSharedData, ...)` says that it was skipped where it is absent. */
export const needsSharedData: { skip: string | false } = {
  skip: existsSync(resolve(sharedData, 'INDEX.md')) ? false : 'shared data is absent',
}

/** Path of one of its files. */
export function sharedPath(...names: string[]): string {
  return resolve(sharedData, ...names)
}
