import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { client, ifAnswered } from '../service/session.ts'

const CHECK_MS = 5000

/** True if the service uses compute nodes and none is connected. */
export const isWithoutNodes = signal(false)
let waiting = 0
let timer: number | undefined

/** Checks for compute nodes while simulations wait; only once if the service needs no nodes. */
export function useNodes(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return
    if (waiting++ === 0) void check()
    return () => {
      if (--waiting === 0) window.clearTimeout(timer)
    }
  }, [isWaiting])
}

async function check(): Promise<void> {
  const nodes = (await ifAnswered(client.value.GET('/health')))?.nodes
  isWithoutNodes.value = nodes === 0
  if (nodes !== undefined && waiting > 0) timer = window.setTimeout(check, CHECK_MS)
}
