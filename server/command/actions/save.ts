import { type Call, note } from '../call/call.ts'
import type { Service } from '../call/service.ts'
import { type Target, writeTarget } from '../call/target.ts'
import { Interrupted } from '../errors.ts'
import type { ResultFlags } from '../flags.ts'
import { withBar } from '../terminal/bar.ts'
import { safe } from '../terminal/text.ts'
import { viewOf } from './places.ts'

export async function saveResult(
  call: Call<Omit<ResultFlags, 'out' | 'force'>>,
  service: Service,
  id: string,
  target: Target,
): Promise<void> {
  const { flags } = call
  const query = new URLSearchParams({
    ...viewOf(flags),
    ...(flags.style !== undefined && { style: flags.style }),
  })
  const address = `/results/${encodeURIComponent(id)}.${target.format}`
  const advice = `${safe(target.path)} was not written; download the result again with coverage result ${safe(id)}.`
  await withBar(
    call,
    (bar, signal) =>
      writeTarget(target, (path) =>
        service.download(query.size > 0 ? `${address}?${query}` : address, path, {
          signal,
          onProgress: (fraction) => bar.show(fraction, 'fetching the result'),
        }),
      ),
    () => new Interrupted(advice),
  )
  note(call, `${safe(target.path)} was written.`)
}
