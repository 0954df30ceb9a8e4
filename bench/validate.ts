/** `npm run validate -- NAME [options]`: compares what this machine computes with what is known to be right. */

import { runNamed } from './frame/run-named.ts'
import { validations } from './programs.ts'

runNamed('validate', validations)
