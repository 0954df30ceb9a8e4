export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export async function orIfMissing<T, U>(result: Promise<T>, missing: U): Promise<T | U> {
  try {
    return await result
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return missing
    throw error
  }
}
