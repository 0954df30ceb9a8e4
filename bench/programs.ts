import { joined } from './frame/parts.ts'
import type { Programs } from './frame/run-named.ts'

export const benches: Programs = {
  load: {
    about: 'clients while the device is busy: statuses, small simulations, idle streams, a moved map',
    load: () =>
      joined('load', {
        rates: import('./service/load.ts'),
        small: import('./service/fairness.ts'),
        streams: import('./service/streams.ts'),
        map: import('./service/pan.ts'),
      }),
  },
  results: {
    about: 'results of up to 400 million cells: computed, each product of them, read from folder and bucket',
    load: () =>
      joined('results', {
        simulations: import('./service/large.ts'),
        products: import('./service/products.ts'),
        ranges: import('./service/ranges.ts'),
      }),
  },
  records: {
    about: 'accepting and reading simulations as the stored records grow; accepting batches of 1000 sites',
    load: () =>
      joined('records', { growth: import('./service/records.ts'), batches: import('./service/batch.ts') }),
  },
  networks: {
    about: 'layers of a network of many sites, their cost to other accounts, candidates for a site',
    load: () =>
      joined('networks', {
        layers: import('./speed/networks.ts'),
        others: import('./service/network-load.ts'),
        candidates: import('./service/candidates.ts'),
      }),
  },
  nodes: {
    about: 'simulations a second with 1, 2 and 4 compute nodes over Redis; waits of accounts',
    load: () => import('./nodes/nodes.ts'),
  },
  abuse: {
    about: "webhooks that hang, drip or flood; a share's visitor at the full rate",
    load: () =>
      joined('abuse', { receivers: import('./abuse/receivers.ts'), visitor: import('./abuse/visitor.ts') }),
  },
  choices: {
    about: 'break-evens between the engines of a job; path losses in float64',
    load: () =>
      joined('choices', { engines: import('./speed/choices.ts'), host: import('./speed/long-paths.ts') }),
  },
  gpu: {
    about: 'all models on a GPU: whole jobs, cells a second, processor time of the host',
    load: () => import('./speed/gpu.ts'),
  },
  terrain: {
    about: 'reading a window of terrain from an SRTM tile and from a COG, cold and warm, and by GDAL',
    load: () => import('./speed/terrain.ts'),
  },
  page: {
    about: 'the page in a browser: bytes over the wire, first paint, relief, frames while a map is dragged',
    load: () => import('./page/page.ts'),
  },
}

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
    about: 'propagation models against measured losses, of the repository or your drive tests',
    load: () => import('./validate/measured.ts'),
  },
  conformance: {
    about: 'the conformance set of test/data: right results of ours, GDAL, GRASS and SPLAT!',
    load: () => import('./validate/conformance.ts'),
  },
}
