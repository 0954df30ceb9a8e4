import { type Signal, useSignal } from '@preact/signals'
import { explain } from '../service/failures.ts'

/** Does something; what goes wrong is said in words, until the next attempt. */
export function useAttempt(): {
  fault: Signal<string | undefined>
  attempt(work: () => Promise<unknown>): void
} {
  const fault = useSignal<string | undefined>(undefined)
  return {
    fault,
    attempt(work) {
      fault.value = undefined
      work().catch((error: unknown) => {
        fault.value = explain(error)
      })
    },
  }
}
