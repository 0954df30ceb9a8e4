import type { Programs } from './frame/run-named.ts'

/** What `npm run bench` runs by its name; without one it is the standard run. */
export const benches: Programs = {
  load: {
    about:
      'twenty accounts at the full rates of their plans while the device is busy, and more than the queue takes',
    load: () => import('./service/load.ts'),
  },
  batch: {
    about: 'a batch of 1000 sites: what accepting it costs the event loop, until all are computed',
    load: () => import('./batch/batch.ts'),
  },
  fairness: {
    about: 'a small simulation beside as many large ones of other accounts as their plans allow',
    load: () => import('./service/fairness.ts'),
  },
  networks: {
    about: 'layers of a network of many sites: the first tile of each, the whole raster, beside gdal_calc.py',
    load: () => import('./speed/networks.ts'),
  },
  'network-load': {
    about: 'simulations of two accounts while the raster of a large network of a third is made',
    load: () => import('./service/network-load.ts'),
  },
  candidates: {
    about: 'many candidates for a site as one job, beside simulations of them one after the other',
    load: () => import('./speed/candidates.ts'),
  },
  choices: {
    about:
      "where the engines between which a job's is chosen break even, by the size of cells and their number",
    load: () => import('./speed/choices.ts'),
  },
  'long-paths': {
    about: 'path losses in float64 over thousands of posts: the plain functions, rasters of the host',
    load: () => import('./speed/long-paths.ts'),
  },
  receivers: {
    about: 'webhooks of ten accounts that hang, drip or flood, and the events of an eleventh account',
    load: () => import('./abuse/receivers.ts'),
  },
  visitor: {
    about: "a share's visitor at the full rate: what stays on the disk, whether the owner is answered",
    load: () => import('./abuse/visitor.ts'),
  },
  records: {
    about: 'what accepting a simulation and reading its status cost as the stored records grow',
    load: () => import('./service/records.ts'),
  },
  nodes: {
    about:
      'simulations a second with 1, 2 and 4 compute nodes over Redis; how long accounts wait beside each other',
    load: () => import('./nodes/nodes.ts'),
  },
  large: {
    about: 'simulations of 1 to 400 million cells through the service: time a cell, memory, progress',
    load: () => import('./service/large.ts'),
  },
  page: {
    about: 'the page in a browser: bytes over the wire, first paint, relief, frames while a map is dragged',
    load: () => import('./page/page.ts'),
  },
  pan: {
    about: 'map tiles of a result while the device computes for another account, and what they cost that one',
    load: () => import('./service/pan.ts'),
  },
  products: {
    about:
      'tiles, polygons, Google Earth, figures and pictures of a result of 400 million cells: time, memory',
    load: () => import('./service/products.ts'),
  },
  store: {
    about: 'a large result through GET with Range, from a folder and from a bucket: throughput, memory',
    load: () => import('./store/store.ts'),
  },
  streams: {
    about: 'hundreds of idle streams of events: memory of the service, and its status meanwhile',
    load: () => import('./service/streams.ts'),
  },
  terrain: {
    about: 'reading a window of terrain from an SRTM tile and from a COG, cold and warm, beside GDAL',
    load: () => import('./speed/terrain.ts'),
  },
}

/** What `npm run validate` runs by its name. */
export const validations: Programs = {
  los: {
    about: 'line of sight: every backend against a float64 reference, on your terrain files',
    load: () => import('./validate/los.ts'),
  },
  ground: {
    about: 'line of sight over any cells, latitude and mixture of terrain files, against a float64 reference',
    load: () => import('./validate/ground.ts'),
  },
  models: {
    about: 'propagation models: the functions and every backend against published references',
    load: () => import('./validate/models.ts'),
  },
  measured: {
    about: 'propagation models: how far they are from measured losses, of the repository or your drive tests',
    load: () => import('./validate/measured.ts'),
  },
  conformance: {
    about: 'the questions of test/data to ours and to GDAL, GRASS and SPLAT!: how many answers are right',
    load: () => import('./validate/conformance.ts'),
  },
}
