/** Addresses of the workers, of the map library and of ours; `bundle.js` puts them in. */
declare const MAP_WORKER_URL: string
declare const GROUND_WORKER_URL: string
/** GeoJSON of the land of the earth, coarse. */
declare const LAND_URL: string
