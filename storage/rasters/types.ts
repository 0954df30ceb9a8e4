/**
 * A north-up raster in EPSG:4326. `westDeg` and `northDeg` are the outer corner of the first cell; row 0 = north.
 * Across ±180° the columns go on (east > 180).
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
  /** Of a band of measures, as GDAL shows it: `dBm`, `m`. */
  unit?: string
  /** Of a band of classes: 256 reds, greens and blues of 16 bits, as TIFF's ColorMap has them. */
  colorMap?: readonly number[]
}

/**
 * Writes a cloud-optimised GeoTIFF row by row from the north, so that a raster need never be in memory as a whole.
 * The file appears under its name only when `close` has succeeded (temporary name, fsync, rename).
 */
export interface RasterWriter {
  /** Appends whole rows. `data.length` is a multiple of `geometry.cols`; Uint8Array for classes, else Float32Array. */
  writeRows(data: Uint8Array | Float32Array): Promise<void>
  /** Writes the file. Throws if the rows written are not `geometry.rows`. */
  close(): Promise<{ bytes: number }>
  /** Leaves nothing behind. */
  abort(): Promise<void>
}
