/**
 * Geometry of a north-up raster in EPSG:4326. `westDeg` and `northDeg` are the outer corner of the first
 * cell; row 0 = north. Columns continue across ±180° (east > 180).
 */
export interface RasterGeometry {
  rows: number
  cols: number
  northDeg: number
  westDeg: number
  cellLatDeg: number
  cellLonDeg: number
}

export type BandKind = 'visibility' | 'float'

/** Raster band: classes as bytes (1 visible, 0 blocked, 255 unknown) or measures as floats (NaN unknown). */
export interface BandOptions {
  geometry: RasterGeometry
  kind: BandKind
  /** GDAL metadata items (name → text): model, parameters, units, provenance. */
  metadata: Record<string, string>
  /** GDAL band description, for example `line of sight`. */
  description: string
  /** Unit of the values in a raster band of measures, for GDAL, such as `dBm` or `m`. */
  unit?: string
  /** Colors for a raster band of classes: 256 reds, greens, blues of 16 bits, as in the TIFF tag ColorMap. */
  colorMap?: readonly number[]
}

/**
 * Writer of a cloud-optimized GeoTIFF, row by row from the north, with bounded memory. The file appears under
 * its name only after `close` has succeeded (temporary name, fsync, rename).
 */
export interface RasterWriter {
  /** Appends whole rows of `geometry.cols` cells each; Uint8Array for classes, Float32Array for measures. */
  writeRows(data: Uint8Array | Float32Array): Promise<void>
  /** Completes the file; throws if the number of rows written is not `geometry.rows`. */
  close(): Promise<{ bytes: number }>
  abort(): Promise<void>
}
