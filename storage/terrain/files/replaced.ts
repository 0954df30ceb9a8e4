import { FileChangedError } from '../tile.ts'

/** Maximum number of attempts, for files that are replaced repeatedly. */
const MAXIMUM_TRIES = 3

/** Repeats `work` if a file was replaced meanwhile, so that no result mixes two versions of a file. */
export async function withoutReplacedFiles<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FileChangedError) || tries === MAXIMUM_TRIES) throw error
    }
  }
}
