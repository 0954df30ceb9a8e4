/** URLs of the workers of the map library and of the page; defined by `bundle.js`. */
declare const MAP_WORKER_URL: string
declare const GROUND_WORKER_URL: string
/** URL of coarse GeoJSON of the land. */
declare const LAND_URL: string
