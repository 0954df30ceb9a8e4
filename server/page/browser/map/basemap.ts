import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

/** Parts of the operator's map style that are used, below all other layers. */
export interface Basemap extends Pick<StyleSpecification, 'sources' | 'layers' | 'sprite' | 'glyphs'> {
  /** Font available as glyphs, used for the page's labels. */
  font: string[] | undefined
  /** Layers for the color scheme, in place of `layers`. */
  layersFor?(isDark: boolean): LayerSpecification[]
  namesFor?(isDark: boolean, language: string): LayerSpecification[]
}

const PREFIX = 'basemap:'

/** Reads a style from another host, without sending the API key or the page's URL. */
export async function readBasemap(address: string, signal: AbortSignal): Promise<Basemap> {
  const answer = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!answer.ok) throw new Error(`${answer.status} ${address}`)
  return basemapOf((await answer.json()) as StyleSpecification)
}

/** Converts a style to a basemap; names get a prefix that separates them from names of the page. */
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

/** First font that a layer names as text, not by an expression. */
function fontOf(layers: readonly LayerSpecification[]): string[] | undefined {
  for (const { layout } of layers as readonly { layout?: object }[]) {
    const font = (layout as Record<string, unknown> | undefined)?.['text-font']
    if (Array.isArray(font) && font.every((name) => typeof name === 'string') && font[0] !== 'literal')
      return font
  }
  return undefined
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', copy: '©', nbsp: ' ' }

/** Plain text of an attribution in HTML. */
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
