/** QGIS style file (QML) of a layer; QGIS reads the file automatically next to a GeoTIFF of the same name. */

import { floatAfter, floatFrom } from './bins.ts'
import type { ShownLayer } from './layers.ts'
import type { Zone } from './styles.ts'
import { roundedDb } from './view.ts'
import { asXml } from './xml.ts'
import { zoneSetter } from './zones.ts'

interface Item {
  /** Stored value: a class, or the maximum of a range. */
  value: number
  zone: Zone
}

/** Style with a palette for classes and steps for measures. Cells without data are empty. */
export function qmlOf(layer: ShownLayer): string {
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.16" styleCategories="Symbology">
<pipe>
${layer.unit === null ? palette(layer) : steps(layer, layer.unit)}
<brightnesscontrast brightness="0" contrast="0"/>
<huesaturation colorizeOn="0" saturation="0"/>
<rasterresampler maxOversampling="2"/>
</pipe>
<blendMode>0</blendMode>
</qgis>
`
}

const renderer = 'band="1" opacity="1" alphaBand="-1"'

function palette({ zones }: ShownLayer): string {
  const byClass = new Map(zones.flatMap((zone) => (zone.value === undefined ? [] : [[zone.value, zone]])))
  const entries = Array.from(byClass, ([value, zone]) => {
    const labels = zones.flatMap((one) => (one.value === value ? [one.label] : []))
    return `<paletteEntry value="${value}" ${attributesOf(zone, labels.join('; '))}/>`
  })
  return `<rasterrenderer type="paletted" ${renderer}>
<rasterTransparency/>
<colorPalette>
${entries.join('\n')}
</colorPalette>
</rasterrenderer>`
}

function steps(layer: ShownLayer, unit: string): string {
  const items = itemsOf(layer)
  const bounds = items.map(({ value }) => value).filter(Number.isFinite)
  const [minimum, maximum] = [Math.floor(Math.min(...bounds)), Math.ceil(Math.max(...bounds))]
  const lines = items.map(({ value, zone }) => {
    const label = zone.range ? zone.label.replace(/( and above)?$/, ` ${unit}$1`) : zone.label
    return `<item value="${Number.isFinite(value) ? value : 'inf'}" ${attributesOf(zone, label)}/>`
  })
  return `<rasterrenderer type="singlebandpseudocolor" ${renderer} classificationMin="${minimum}" classificationMax="${maximum}">
<rasterTransparency/>
<rastershader>
<colorrampshader colorRampType="DISCRETE" classificationMode="1" clip="0" minimumValue="${minimum}" maximumValue="${maximum}">
${lines.join('\n')}
</colorrampshader>
</rastershader>
</rasterrenderer>`
}

/** Ranges with inclusive maximum, as QGIS requires: the largest 32-bit float below the next range. */
function itemsOf(layer: ShownLayer): Item[] {
  const { zones, cells } = layer
  const { offsetDb = 0, covered, stronger } = cells ?? {}
  const lowers = zones.flatMap(({ range }) => (typeof range?.[0] === 'number' ? [range[0]] : []))
  const edges = [
    ...lowers.map((lower) => roundedDb(lower - offsetDb)),
    ...[covered, stronger?.covered].flatMap((one) => (one ? [one.from, floatAfter(one.to)] : [])),
  ].filter(Number.isFinite)
  const ascending = Float64Array.from(new Set(edges)).sort()
  const zoneOf = zoneSetter(layer, true)
  const numbers = new Uint8Array(ascending.length + 1)
  zoneOf(numbers, [ascending[0] - 1, ...Array.from(ascending, floatFrom)], 0, numbers.length)
  const items: Item[] = []
  for (const [at, number] of numbers.entries()) {
    const next = ascending[at]
    const value = next === undefined ? Number.POSITIVE_INFINITY : -floatAfter(-next)
    const zone = zones[number - 1]
    if (zone === items.at(-1)?.zone) items[items.length - 1].value = value
    else items.push({ value, zone })
  }
  return items
}

function attributesOf({ color }: Zone, label: string): string {
  return `color="${color.slice(0, 7)}" alpha="${Number.parseInt(color.slice(7), 16)}" label="${asXml(label)}"`
}
