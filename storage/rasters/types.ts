/**
 * A north-up raster in EPSG:4326. `westDeg` and `northDeg` are the outer corner of the first cell; row 0 = north.
 * Columns continue across ±180° (east > 180).
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

/** A byte band holds classes (1 visible, 0 blocked, 255 unknown); a float band holds measures (NaN unknown). */
export interface BandOptions {
  geometry: RasterGeometry
  kind: BandKind
  /** GDAL metadata items (name → text): model, parameters, units, provenance. */
  metadata: Record<string, string>
  /** GDAL band description, for example `line of sight`. */
  description: string
  /** Unit of a band of measures, as GDAL shows it: `dBm`, `m`. */
  unit?: string
  /** Colors of a band of classes: 256 reds, greens and blues of 16 bits, as in TIFF's ColorMap. */
  colorMap?: readonly number[]
}

/**
 * Writes a cloud-optimised GeoTIFF row by row from the north, without holding the whole raster in memory. The file
 * appears under its name only after `close` has succeeded (temporary name, fsync, rename).
 */
export interface RasterWriter {
  /** Appends whole rows. `data.length` is a multiple of `geometry.cols`; Uint8Array for classes, else Float32Array. */
  writeRows(data: Uint8Array | Float32Array): Promise<void>
  /** Completes the file. Throws if the number of rows written is not `geometry.rows`. */
  close(): Promise<{ bytes: number }>
  abort(): Promise<void>
}
