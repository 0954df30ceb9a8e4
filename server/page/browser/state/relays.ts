/** Search for relays between the ends of a link among the summits around; this module is loaded on demand. */

import { batch, effect, signal, untracked } from '@preact/signals'
import { type components, dataOf } from '../../../client/requests.ts'
import { collectionOf, pointAt } from '../comparison/features.ts'
import { latest } from '../service/latest.ts'
import { client, refreshAccountSoon } from '../service/session.ts'
import { see } from './areas.ts'
import { form } from './linking.ts'
import { candidates } from './network-map.ts'
import { type Path, path } from './path.ts'

export type RelaysAnswer = components['schemas']['RelaysAnswer']

const MAXIMUM_RELAYS = 10

export const relays = signal<RelaysAnswer | undefined>(undefined)
export const relaysFault = signal<string | undefined>(undefined)
export const isSearching = signal(false)
const searched = signal<{ path: Path | undefined }>({ path: undefined })

export function findRelays(): void {
  searched.value = { path: path.value }
}

/** Relays, best first; if none reaches both ends, the candidate with the best links. */
export function listOf({ relays, nearest }: RelaysAnswer): RelaysAnswer['relays'] {
  return nearest === null ? relays : [nearest]
}

/** A relay has the radio of the first end, with the same height above ground, but not its antenna. */
function requestFor({ from, to, link }: Path): components['schemas']['RelaysRequest'] {
  const { antenna: _antenna, ...fields } = form.values.value
  const [groundM = 0, antennaM = 0] = [link.profile.ground_m[0], link.profile.line_m[0]]
  const heightM = Math.max(1, Math.round(antennaM - groundM))
  return {
    a: { ...from, height: fields.rx_height_mode === 'AMSL' ? antennaM : heightM },
    b: to,
    link: { ...fields, tx_height: heightM, tx_height_mode: 'AGL' },
    limit: MAXIMUM_RELAYS,
  } as components['schemas']['RelaysRequest']
}

function draw(found: RelaysAnswer, { from, to }: Path): void {
  const list = listOf(found)
  candidates.value = collectionOf(
    list.map(({ lat, lon }, at) => pointAt({ lat, lon }, { lat, lon, share: 1, number: String(at + 1) })),
  )
  see([from, to, ...list].map(({ lat, lon }) => [lon, lat]))
}

effect(() => {
  const of = searched.value.path
  if (of === undefined || of !== path.value) return
  const body = untracked(() => requestFor(of))
  const stop = latest((signal) => client.value.POST('/api/v1/relays', { body, signal }).then(dataOf), {
    take(found) {
      void refreshAccountSoon()
      relays.value = found
      draw(found, of)
    },
    fail: relaysFault,
    busy: isSearching,
  })
  return () => {
    stop()
    batch(() => {
      relays.value = undefined
      relaysFault.value = undefined
      candidates.value = undefined
    })
  }
})
