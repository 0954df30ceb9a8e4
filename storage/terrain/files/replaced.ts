import { FileChangedError } from '../tile.ts'

/** A file that is replaced again and again is not waited for. */
const MAXIMUM_TRIES = 3

/** Runs work over files anew where one of them was replaced meanwhile, so that nothing is made of two versions of it. */
export async function withoutReplacedFiles<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FileChangedError) || tries === MAXIMUM_TRIES) throw error
    }
  }
}
