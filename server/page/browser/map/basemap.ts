import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

/** What the page takes of the operator's style: it lies below all else. */
export interface Basemap extends Pick<StyleSpecification, 'sources' | 'layers' | 'sprite' | 'glyphs'> {
  /** A font that its glyphs have, for labels of our own. */
  font: string[] | undefined
  /** Layers that follow the scheme, in place of `layers`. */
  layersFor?(isDark: boolean): LayerSpecification[]
  /** Names, which are readable on a result too. */
  namesFor?(isDark: boolean, language: string): LayerSpecification[]
}

const PREFIX = 'basemap:'

/** Reads a style of another host. It gets no key of ours and no address of the page. */
export async function readBasemap(address: string, signal: AbortSignal): Promise<Basemap> {
  const answer = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!answer.ok) throw new Error(`${answer.status} ${address}`)
  return basemapOf((await answer.json()) as StyleSpecification)
}

/** Its names stay apart from ours. */
export function basemapOf({ sources, layers, sprite, glyphs }: StyleSpecification): Basemap {
  const renamed = layers.map((layer): LayerSpecification => {
    const source = 'source' in layer ? { source: `${PREFIX}${String(layer.source)}` } : {}
    return { ...layer, ...source, id: `${PREFIX}${layer.id}` } as LayerSpecification
  })
  return {
    sources: Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [`${PREFIX}${name}`, source]),
    ),
    layers: renamed,
    ...(sprite !== undefined && { sprite }),
    ...(glyphs !== undefined && { glyphs }),
    font: glyphs === undefined ? undefined : fontOf(layers),
  }
}

/** The first that a layer names outright. */
function fontOf(layers: readonly LayerSpecification[]): string[] | undefined {
  for (const { layout } of layers as readonly { layout?: object }[]) {
    const font = (layout as Record<string, unknown> | undefined)?.['text-font']
    if (Array.isArray(font) && font.every((name) => typeof name === 'string') && font[0] !== 'literal')
      return font
  }
  return undefined
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', copy: '©', nbsp: ' ' }

/** Whom to credit, as sources say it in HTML, as text. */
export function creditText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|(\w{1,8}));/g, (whole, code?: string, name?: string) =>
      code === undefined
        ? (entities[name ?? ''] ?? whole)
        : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
    )
    .trim()
}
