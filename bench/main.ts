/** `npm run bench`: the standard run; `npm run bench -- NAME [options]`: one measurement on this machine. */

import { runNamed } from './frame/run-named.ts'
import { benches } from './programs.ts'

runNamed('bench', benches, () => import('./standard/standard.ts'))
