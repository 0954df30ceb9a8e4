/** Maximum sizes of requests in bytes or characters, unless a schema has a lower limit. */

export const maximumUrlLength = 8192
export const maximumHeadersLength = 16_384
export const maximumBodyBytes = 65_536
/** Maximum size in bytes of a body with candidate sites: 1000 features of 160 bytes. */
export const maximumSearchBytes = 163_840
/** Maximum size in bytes of a body of `POST /simulations/batch`. */
export const maximumBatchBytes = 1_048_576
/** Maximum size in bytes of a body with places, as GeoJSON or CSV. */
export const maximumPlacesBytes = 8_388_608
