import { type Call, note } from '../call/call.ts'
import type { Service } from '../call/service.ts'
import { type Target, writeTarget } from '../call/target.ts'
import { Interrupted } from '../errors.ts'
import type { ResultFlags } from '../flags.ts'
import { Bar } from '../terminal/bar.ts'
import { safe } from '../terminal/text.ts'
import { viewOf } from './places.ts'

export async function saveResult(
  call: Call<Omit<ResultFlags, 'out' | 'force'>>,
  service: Service,
  id: string,
  target: Target,
): Promise<void> {
  const { io, flags } = call
  const query = new URLSearchParams({
    ...viewOf(flags),
    ...(flags.style !== undefined && { style: flags.style }),
  })
  const address = `/results/${encodeURIComponent(id)}.${target.format}`
  const bar = new Bar(io, flags.quiet === true)
  const interrupted = new AbortController()
  const release = io.onInterrupt(() => interrupted.abort())
  try {
    await writeTarget(target, (path) =>
      service.download(query.size > 0 ? `${address}?${query}` : address, path, {
        signal: interrupted.signal,
        onProgress: (fraction) => bar.show(fraction, 'fetching the result'),
      }),
    )
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
    throw new Interrupted(
      `${safe(target.path)} was not written; download the result again with coverage result ${safe(id)}.`,
    )
  } finally {
    bar.end()
    release()
  }
  note(call, `${safe(target.path)} was written.`)
}
