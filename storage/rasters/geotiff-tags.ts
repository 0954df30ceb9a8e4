import type { LevelSize } from './overviews.ts'
import type { Tag } from './tiff-directory.ts'
import type { BandOptions, RasterGeometry } from './types.ts'

const SOFTWARE = 'radio-coverage-service'

/** Offsets and sizes of the compressed tiles of a level, in bytes. */
export interface TileLocations {
  offsets: readonly number[]
  sizes: readonly number[]
}

/**
 * Layout guarantees in GDAL's format for cloud-optimized files
 * (https://gdal.org/drivers/raster/cog.html#header-ghost-area): each tile is preceded by its size and
 * followed by a copy of its last four bytes, so that one request can read a tile of unknown size.
 */
export function structuralMetadata(): string {
  const lines =
    'LAYOUT=IFDS_BEFORE_DATA\nBLOCK_ORDER=ROW_MAJOR\nBLOCK_LEADER=SIZE_AS_UINT4\n' +
    'BLOCK_TRAILER=LAST_4_BYTES_REPEATED\nKNOWN_INCOMPATIBLE_EDITION=NO\n '
  return `GDAL_STRUCTURAL_METADATA_SIZE=${String(lines.length).padStart(6, '0')} bytes\n${lines}`
}

/** Escapes text as XML in plain ASCII, as TIFF text has no encoding; control characters become spaces. */
function escapeXml(text: string): string {
  let out = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (character === '&') out += '&amp;'
    else if (character === '<') out += '&lt;'
    else if (character === '>') out += '&gt;'
    else if (character === '"') out += '&quot;'
    else if (code === 0xfffe || code === 0xffff) out += ' '
    else if (code > 126) out += `&#${code};`
    else if (code >= 32 || character === '\n' || character === '\t') out += character
    else out += ' '
  }
  return out
}

export function gdalMetadataXml({ metadata, description, unit }: BandOptions): string {
  const items = Object.entries(metadata).map(
    ([name, text]) => `  <Item name="${escapeXml(name)}">${escapeXml(text)}</Item>\n`,
  )
  const ofBand = (name: string, role: string, text: string) =>
    `  <Item name="${name}" sample="0" role="${role}">${escapeXml(text)}</Item>\n`
  if (description !== '') items.push(ofBand('DESCRIPTION', 'description', description))
  if (unit !== undefined) items.push(ofBand('UNITTYPE', 'unittype', unit))
  return `<GDALMetadata>\n${items.join('')}</GDALMetadata>\n`
}

/** GeoTIFF tags for longitude and latitude on WGS 84 in degrees, with cells as areas (OGC GeoTIFF 1.1, 7.1). */
function geographicTags({ northDeg, westDeg, cellLatDeg, cellLonDeg }: RasterGeometry): Tag[] {
  const citation = 'WGS 84|'
  const geoKeys = [
    [1, 1, 0, 5],
    [1024, 0, 1, 2], // GTModelType: geographic
    [1025, 0, 1, 1], // GTRasterType: PixelIsArea
    [2048, 0, 1, 4326], // GeographicType
    [2049, 34737, citation.length, 0], // GeogCitation
    [2054, 0, 1, 9102], // GeogAngularUnits: degree
  ]
  return [
    { code: 33550, type: 'double', value: [cellLonDeg, cellLatDeg, 0] }, // ModelPixelScale
    { code: 33922, type: 'double', value: [0, 0, 0, westDeg, northDeg, 0] }, // ModelTiepoint
    { code: 34735, type: 'short', value: geoKeys.flat() },
    { code: 34737, type: 'ascii', value: citation },
  ]
}

/** TIFF tags of one level; only level 0, the raster itself, has a georeference and metadata. */
export function levelTags(
  level: number,
  size: LevelSize,
  tileSide: number,
  band: BandOptions,
  locations: TileLocations,
  big: boolean,
): Tag[] {
  const isFloat = band.kind === 'float'
  const isFull = level === 0
  const tags: Tag[] = [
    { code: 254, type: 'long', value: [isFull ? 0 : 1] }, // NewSubfileType: 1 is a reduced image
    { code: 256, type: 'long', value: [size.cols] },
    { code: 257, type: 'long', value: [size.rows] },
    { code: 258, type: 'short', value: [isFloat ? 32 : 8] }, // BitsPerSample
    { code: 259, type: 'short', value: [8] }, // Compression: deflate
    { code: 262, type: 'short', value: [band.colorMap ? 3 : 1] }, // PhotometricInterpretation: a palette, or black is zero
    { code: 277, type: 'short', value: [1] }, // SamplesPerPixel
    { code: 284, type: 'short', value: [1] }, // PlanarConfiguration
  ]
  if (isFull) tags.push({ code: 305, type: 'ascii', value: SOFTWARE })
  tags.push({ code: 317, type: 'short', value: [isFloat ? 3 : 1] }) // Predictor: 3 is floating point
  if (band.colorMap) tags.push({ code: 320, type: 'short', value: band.colorMap })
  tags.push(
    { code: 322, type: 'short', value: [tileSide] }, // TileWidth
    { code: 323, type: 'short', value: [tileSide] }, // TileLength
    { code: 324, type: big ? 'long8' : 'long', value: locations.offsets },
    { code: 325, type: 'long', value: locations.sizes },
    { code: 339, type: 'short', value: [isFloat ? 3 : 1] }, // SampleFormat: IEEE float or unsigned
  )
  if (isFull) {
    tags.push(...geographicTags(band.geometry))
    tags.push({ code: 42112, type: 'ascii', value: gdalMetadataXml(band) })
  }
  tags.push({ code: 42113, type: 'ascii', value: isFloat ? 'nan' : '255' }) // GDAL_NODATA
  return tags
}
