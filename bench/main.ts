/** Entry point: `npm run bench` is the standard run, `npm run bench -- NAME [options]` a single benchmark. */

import { runNamed } from './frame/run-named.ts'
import { benches } from './programs.ts'

runNamed('bench', benches, () => import('./standard/standard.ts'))
