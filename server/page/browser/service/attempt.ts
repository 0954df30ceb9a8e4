import type { Signal } from '@preact/signals'
import { explain } from './failures.ts'

/** Runs asynchronous work; `fault` takes the text of its error, `busy` is true until its end. */
export async function attempt(
  work: () => Promise<unknown>,
  fault: Signal<string | undefined>,
  { busy, explained = explain }: { busy?: Signal<boolean>; explained?: (error: unknown) => string } = {},
): Promise<void> {
  fault.value = undefined
  if (busy) busy.value = true
  try {
    await work()
  } catch (error) {
    fault.value = explained(error)
  } finally {
    if (busy) busy.value = false
  }
}
