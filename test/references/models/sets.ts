/** The reference sets that `npm run validate -- models` looks for. */

import type { ReferenceSet } from './comparison.ts'
import { endsSet } from './ends-set.ts'
import { itmSet } from './itm-set.ts'
import { p1812Set } from './p1812-set.ts'
import { simpleSet } from './simple-set.ts'

export const referenceSets: readonly ReferenceSet[] = [simpleSet, p1812Set, itmSet, endsSet]
