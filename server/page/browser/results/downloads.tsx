import { useSignal } from '@preact/signals'
import { useAttempt } from '../controls/controls.tsx'
import { saveFile } from '../service/files.ts'
import { layer, layersOf, type SimulationRecord, shownId } from '../state/results.ts'
import { viewQuery } from '../state/viewing.ts'
import { pictureLanguage, say, sayIfKnown } from '../words/words.ts'

const unviewed = ['pgw', 'prj']

export function Downloads({ record, links }: { record: SimulationRecord; links: Record<string, string> }) {
  const isOther = shownId.value === record.id && layer.value !== layersOf(record)[0]

  function addressOf(name: string, path: string): string {
    // Values of a raster do not depend on the view, but classes do.
    const isViewed = !unviewed.includes(name) && (name !== 'tif' || layer.value === 'class')
    const more = [
      isOther && `layer=${layer.value}`,
      isViewed && viewQuery(record.id),
      name === 'map' && pictureLanguage(),
    ].filter(Boolean)
    return [path, ...more].join('&').replace(/^([^?&]+)&/, '$1?')
  }

  return (
    <ProductChips
      id={record.id}
      addresses={Object.entries(links).map(([name, path]) => [name, addressOf(name, path)])}
    />
  )
}

interface ProductsProps {
  id: string
  addresses: readonly (readonly [string, string])[]
}

export function ProductChips({ id, addresses }: ProductsProps) {
  const { fault, attempt } = useAttempt()
  const loading = useSignal<string | undefined>(undefined)

  async function save(name: string, address: string): Promise<void> {
    loading.value = name
    await attempt(() => saveFile(address, fileName(id, name, address)))
    loading.value = undefined
  }

  return (
    <section aria-label={say('downloads')}>
      <h3>{say('downloads')}</h3>
      <div class="chips">
        {addresses.map(([name, address]) => (
          <button
            key={name}
            type="button"
            class="chip"
            disabled={loading.value !== undefined}
            aria-busy={loading.value === name}
            title={sayIfKnown(`about: ${name}`)}
            onClick={() => save(name, address)}
          >
            {sayIfKnown(`product: ${name}`) ?? name}
          </button>
        ))}
      </div>
      {fault.value && <p class="fault">{fault}</p>}
    </section>
  )
}

function fileName(id: string, product: string, path: string): string {
  const [, ending = 'json'] = /\/[^/]*?\.([a-z.]+)(?:\?|$)/.exec(path) ?? []
  return product === 'map' || ending === 'json' ? `${id}.${product}.${ending}` : `${id}.${ending}`
}
