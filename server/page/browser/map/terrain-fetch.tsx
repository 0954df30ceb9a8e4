import { useEffect } from 'preact/hooks'
import { Fault } from '../controls/controls.tsx'
import { visibleBounds } from '../state/centre.ts'
import { fetchFault, fetchPlan, fetchTerrain, followFetch, planFetch } from '../state/terrain.ts'
import { figure, say } from '../words/words.ts'

/** Time in ms without map movements before data is requested. */
const REST_MS = 500

/** Offers to download missing terrain of the visible area, if the operator configured a source. */
export function TerrainFetch() {
  const bounds = visibleBounds.value
  useEffect(() => {
    if (bounds === undefined) return
    const timer = setTimeout(() => void planFetch(bounds).then(followIfRunning), REST_MS)
    return () => clearTimeout(timer)
  }, [bounds])

  const plan = fetchPlan.value
  if (bounds === undefined || plan === undefined || plan.source === null) return null
  const { source, files, bytes, maximum_files, progress } = plan
  if (progress?.state === 'running') {
    return (
      <p class="notice" role="status">
        {say('fetchRunning', { done: figure(progress.done), files: figure(progress.files) })}
      </p>
    )
  }
  const failed = fetchFault.value ?? (progress?.state === 'failed' ? progress.detail : undefined)
  return (
    <>
      <Fault text={failed && say('fetchFailed', { detail: failed })} />
      {files === null || files > maximum_files ? (
        <p class="notice fetch-hint">{say('fetchTooFar', { source })}</p>
      ) : (
        files > 0 && (
          <button type="button" class="fetch" onClick={() => void fetchTerrain(bounds)}>
            {say('fetchSome', {
              files: figure(files),
              megabytes: figure(Math.max(1, bytes / 1e6)),
              source,
            })}
          </button>
        )
      )}
    </>
  )
}

function followIfRunning(): void {
  if (fetchPlan.value?.progress?.state === 'running') void followFetch()
}
