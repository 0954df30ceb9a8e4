/** Entry point: `npm run validate -- NAME [options]` compares results of this machine with known results. */

import { runNamed } from './frame/run-named.ts'
import { validations } from './programs.ts'

runNamed('validate', validations)
