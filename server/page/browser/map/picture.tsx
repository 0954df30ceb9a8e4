import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { showPicture } from '../service/files.ts'
import { comparison } from '../state/comparison.ts'
import { drawnNetwork } from '../state/network-map.ts'
import { layer, network, records, shown } from '../state/results.ts'
import { debouncedView, viewQuery } from '../state/viewing.ts'
import { titleOf } from '../words/field-labels.ts'
import { language, pictureLanguage, say } from '../words/words.ts'

/** Pictures of the open or compared results, for browsers without WebGL 2. */
export function Picture() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll.
    <section class="map map-without" aria-label={say('map')} tabIndex={0}>
      <Pictures />
    </section>
  )
}

function Pictures() {
  if (comparison.value !== undefined) {
    const { sides, isMoved } = comparison.value
    const words = isMoved ? (['mastA', 'mastB'] as const) : (['before', 'after'] as const)
    return (
      <div class="pictures">
        {sides.map(({ id, layer }, at) => (
          <OfResult key={id} id={id} layer={layer} caption={say(words[at === 0 ? 0 : 1])} />
        ))}
      </div>
    )
  }
  const drawn = drawnNetwork.value
  if (network.value !== undefined && drawn !== undefined) {
    const { id, name, changed_at } = network.value
    const map = { path: `/results/${id}.png?style=map`, title: name || id }
    return (
      <OfResult
        key={`${changed_at} ${drawn.query}`}
        id={id}
        layer={undefined}
        query={drawn.query}
        map={map}
      />
    )
  }
  const id = shown.value?.id
  if (id === undefined) return <p class="hint">{say('noWebGl')}</p>
  const query = viewQuery(id, debouncedView.value)
  return <OfResult key={`${id} ${layer.value} ${query}`} id={id} layer={layer.value} query={query} />
}

interface Props {
  id: string
  layer: string | undefined
  query?: string
  caption?: string
  /** Path and title of the picture of a network, which is not in the list of results. */
  map?: { path: string; title: string }
}

export function OfResult({ id, layer, query, caption, map: own }: Props) {
  const address = useSignal<string | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  const record = records.value.find((one) => one.id === id)
  const map = own?.path ?? record?.links?.map

  useEffect(() => {
    if (map === undefined) return
    const path = [map, layer && `layer=${layer}`, query, pictureLanguage()].filter(Boolean).join('&')
    return showPicture(path, address, fault)
  }, [map, language.value])

  const title = own?.title ?? (record ? titleOf(record.params) : id)
  return (
    <figure class="picture">
      {fault.value && <p class="fault">{fault}</p>}
      {address.value ? (
        <img src={address.value} alt={say('pictureOf', { name: title })} />
      ) : (
        !fault.value && <p class="hint">{say('drawing')}</p>
      )}
      {caption && (
        <figcaption>
          <strong>{caption}</strong> {title}
        </figcaption>
      )}
    </figure>
  )
}
