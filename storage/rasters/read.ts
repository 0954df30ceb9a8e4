import { fromFile, GeoTIFF, type GeoTIFFImage, type TypedArray } from 'geotiff'
import type { ObjectStore } from '../objects/types.ts'
import { ObjectSource } from './object-source.ts'
import type { BandKind, RasterGeometry } from './types.ts'

export interface Raster {
  geometry: RasterGeometry
  kind: BandKind
  /** Cells, row-major, row 0 = north. */
  data: Uint8Array | Float32Array
  /** Value of unknown cells: 255 for classes, NaN for measures. */
  noData: number
  description: string
  metadata: Record<string, string>
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(code)),
  )
}

/** Reads the items of GDAL_METADATA; geotiff returns item text with XML escapes. */
export async function readItems(image: GeoTIFFImage, sample: number | null): Promise<Record<string, string>> {
  const items = (await image.getGDALMetadata(sample)) ?? {}
  return Object.fromEntries(
    Object.entries(items).map(([name, text]) => [unescapeXml(name), unescapeXml(String(text))]),
  )
}

export function imageGeometry(image: GeoTIFFImage): RasterGeometry {
  const [westDeg, northDeg] = image.getOrigin()
  const [cellLonDeg, minusCellLatDeg] = image.getResolution()
  return {
    rows: image.getHeight(),
    cols: image.getWidth(),
    northDeg,
    westDeg,
    cellLatDeg: -minusCellLatDeg,
    cellLonDeg,
  }
}

/** Georeference of a raster, from its first directory; `undefined` if the object does not exist. */
export async function readGeometry(store: ObjectStore, name: string): Promise<RasterGeometry | undefined> {
  const object = await store.open(name)
  if (object === undefined) return undefined
  try {
    const tiff = await GeoTIFF.fromSource(new ObjectSource(object))
    return imageGeometry(await tiff.getImage())
  } finally {
    await object.close()
  }
}

/** Band kind: `visibility` for bytes, `float` for 32-bit floats. */
export function imageKind(image: GeoTIFFImage): BandKind {
  const bits = image.getBitsPerSample()
  const format = image.getSampleFormat()
  if (bits === 8 && format === 1) return 'visibility'
  if (bits === 32 && format === 3) return 'float'
  throw new TypeError(`Expected bytes or 32-bit floats, got ${bits} bits of sample format ${format}.`)
}

function bandCells(band: TypedArray): Uint8Array | Float32Array {
  if (band instanceof Uint8Array || band instanceof Float32Array) return band
  throw new TypeError(`Expected bytes or 32-bit floats, got ${band.constructor.name}.`)
}

/** Reads the whole band of a local result GeoTIFF. */
export async function readRaster(path: string): Promise<Raster> {
  const tiff = await fromFile(path)
  try {
    const image = await tiff.getImage()
    const [band] = await image.readRasters({ interleave: false })
    const bandItems = await readItems(image, 0)
    return {
      geometry: imageGeometry(image),
      kind: imageKind(image),
      data: bandCells(band),
      noData: image.getGDALNoData() ?? Number.NaN,
      description: bandItems.DESCRIPTION ?? '',
      metadata: await readItems(image, null),
    }
  } finally {
    await tiff.close()
  }
}
