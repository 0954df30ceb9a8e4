/** Maximum sizes of a request. What a schema does not bound more tightly is bounded by one of these. */

export const maximumUrlLength = 8192
export const maximumHeadersLength = 16_384
export const maximumBodyBytes = 65_536
/** Of `POST /simulations/batch` alone. */
export const maximumBatchBytes = 1_048_576
/** Of places, as GeoJSON or as a table. */
export const maximumPlacesBytes = 8_388_608
