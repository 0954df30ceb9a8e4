import { type Signal, useSignal } from '@preact/signals'
import { explain } from '../service/failures.ts'

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
