import type { Signal } from '@preact/signals'
import { ProblemError } from '../../../client/requests.ts'
import { latest } from './latest.ts'
import { authorization, send } from './session.ts'

/** Reads a file from the service, with the API key in a header. */
export async function readFile(path: string): Promise<Blob> {
  const answer = await send(new Request(new URL(path, location.origin), { headers: authorization() }))
  // A proxy may respond with a body that is not JSON.
  if (!answer.ok) throw new ProblemError(answer.status, await answer.json().catch(() => ({})))
  return answer.blob()
}

/** Reads a picture for an `img` with this address; the returned function ends its use. */
export function showPicture(
  path: string,
  address: Signal<string | undefined>,
  fault?: Signal<string | undefined>,
): () => void {
  const stop = latest(() => readFile(path), {
    take(picture) {
      address.value = URL.createObjectURL(picture)
    },
    ...(fault && { fail: fault }),
  })
  return () => {
    stop()
    if (address.value !== undefined) URL.revokeObjectURL(address.value)
  }
}

export async function saveFile(path: string, name: string): Promise<void> {
  saveBlob(await readFile(path), name)
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
