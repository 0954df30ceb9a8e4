/** `npm run bench`: the standard run; `npm run bench -- NAME [options]`: one benchmark. */

import { runNamed } from './frame/run-named.ts'
import { benches } from './programs.ts'

runNamed('bench', benches, () => import('./standard/standard.ts'))
