import { batchId } from '../state/finding.ts'
import { addable, isChanging, makeNetwork } from '../state/network.ts'
import { sayNetwork, saySites } from '../words/network.ts'
import { figure } from '../words/words.ts'
import { Refusal } from './refusal.tsx'

export function MakeNetwork() {
  const sites = addable.value
  const batch = batchId.value
  return (
    <div class="make-network">
      <div class="chips">
        {sites.length > 0 && (
          <button
            type="button"
            disabled={isChanging.value}
            onClick={() => void makeNetwork({ sites: sites.map(({ id }) => ({ id })) })}
          >
            {sayNetwork('newNetwork', { count: saySites(figure(sites.length)) })}
          </button>
        )}
        {batch !== '' && (
          <button type="button" disabled={isChanging.value} onClick={() => void makeNetwork({ batch })}>
            {sayNetwork('newNetworkOfBatch')}
          </button>
        )}
      </div>
      <Refusal />
    </div>
  )
}
