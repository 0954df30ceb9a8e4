/** The system's name for what went wrong, for example `ENOSPC`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The result; another one where there is no such file or folder. */
export async function orIfMissing<T, U>(result: Promise<T>, missing: U): Promise<T | U> {
  try {
    return await result
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return missing
    throw error
  }
}
