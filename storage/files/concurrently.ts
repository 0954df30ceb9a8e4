/** Like `Promise.all` over a map, with limited concurrency. After a failure no further calls start. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const i = next++
      try {
        results[i] = await work(items[i])
      } catch (error) {
        next = items.length
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return results
}
