/** Preloaded with `--collect` into the service and its threads: a full garbage collection every second. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
setInterval(() => collect(), 1000).unref()
