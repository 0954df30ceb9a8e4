/** Maximum sizes of a request. They apply unless a schema has a lower bound. */

export const maximumUrlLength = 8192
export const maximumHeadersLength = 16_384
export const maximumBodyBytes = 65_536
/** Only for `POST /simulations/batch`. */
export const maximumBatchBytes = 1_048_576
/** For places, as GeoJSON or a table. */
export const maximumPlacesBytes = 8_388_608
