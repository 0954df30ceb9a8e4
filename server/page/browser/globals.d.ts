/** Address of the map library's worker; `bundle.js` puts it in. */
declare const MAP_WORKER_URL: string
