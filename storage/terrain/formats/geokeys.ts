import { TAG, type TiffDirectory } from './geotiff-directory.ts'

/* GeoTIFF keys and their codes: OGC 19-008r4 (GeoTIFF 1.1), section 7.1. */

export const KEY = {
  modelType: 1024,
  rasterType: 1025,
  citation: 1026,
  geographicType: 2048,
  geographicCitation: 2049,
  datum: 2050,
  primeMeridian: 2051,
  angularUnit: 2054,
  angularUnitSize: 2055,
  ellipsoid: 2056,
  semiMajorAxis: 2057,
  semiMinorAxis: 2058,
  inverseFlattening: 2059,
  primeMeridianLongitude: 2061,
  toWgs84: 2062,
  projectedType: 3072,
  projectedCitation: 3073,
  projection: 3074,
  method: 3075,
  linearUnit: 3076,
  linearUnitSize: 3077,
  standardParallel1: 3078,
  standardParallel2: 3079,
  naturalOriginLongitude: 3080,
  naturalOriginLatitude: 3081,
  falseEasting: 3082,
  falseNorthing: 3083,
  falseOriginLongitude: 3084,
  falseOriginLatitude: 3085,
  falseOriginEasting: 3086,
  falseOriginNorthing: 3087,
  centreLongitude: 3088,
  centreLatitude: 3089,
  centreEasting: 3090,
  centreNorthing: 3091,
  naturalOriginScale: 3092,
  centreScale: 3093,
  azimuth: 3094,
  poleLongitude: 3095,
  rectifiedGridAngle: 3096,
  verticalType: 4096,
  verticalUnit: 4099,
} as const

const PE_STRING = 'ESRI PE String = '
export const USER_DEFINED = 32767

/** GeoTIFF keys of an image. A key without a value counts as absent. */
export class GeoKeys {
  readonly #numbers = new Map<number, Float64Array | number[]>()
  readonly #texts = new Map<number, string>()

  constructor(directory: TiffDirectory) {
    const raw = directory.numbers(TAG.geoKeys) ?? new Float64Array()
    const doubles = directory.numbers(TAG.geoDoubles) ?? new Float64Array()
    const text = directory.rawText(TAG.geoText)
    const count = Math.min(raw[3] ?? 0, Math.floor((raw.length - 4) / 4))
    for (let key = 0; key < count; key++) {
      const [id, location, length, value] = raw.subarray(4 + key * 4)
      if (location === 0) this.#numbers.set(id, [value])
      else if (location === TAG.geoDoubles && value + length <= doubles.length)
        this.#numbers.set(id, doubles.subarray(value, value + length))
      // A text in GeoTIFF keys ends with a vertical bar instead of a NUL.
      else if (location === TAG.geoText)
        this.#texts.set(id, text.slice(value, value + length).replace(/[|\0].*$/s, ''))
    }
  }

  get size(): number {
    return this.#numbers.size
  }

  /** Value of a key that is a code or a number; the code 0 ("undefined") counts as absent. */
  code(key: number): number | undefined {
    return this.#numbers.get(key)?.[0] || undefined
  }

  number(key: number): number | undefined {
    return this.#numbers.get(key)?.[0]
  }

  numbers(key: number): ArrayLike<number> | undefined {
    return this.#numbers.get(key)
  }

  /** Complete definition as Esri WKT, which GDAL writes for systems that keys cannot express (Krovak). */
  wkt(): string | undefined {
    const texts = [KEY.projectedCitation, KEY.citation].map((key) => this.#texts.get(key) ?? '')
    const found = texts.find((text) => text.startsWith(PE_STRING))
    return found?.slice(PE_STRING.length)
  }

  /** Name of the coordinate system in the file, for messages. */
  citation(): string | undefined {
    const texts = [KEY.projectedCitation, KEY.citation, KEY.geographicCitation].map((key) =>
      this.#texts.get(key),
    )
    return texts.find((text) => text !== undefined && text.trim() !== '')?.slice(0, 80)
  }
}
