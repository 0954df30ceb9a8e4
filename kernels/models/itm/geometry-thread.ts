/** A thread that works out the geometry of batches; gpu.ts has the other end. */

import { PATH_NUMBERS } from '../../engines/loss/shapes.ts'
import { serve } from '../../threads/serve.ts'
import { BatchGeometry, type GeometryJob, type Paths } from './geometry.ts'
import { ITM_PATH_NUMBERS } from './records.ts'

serve<GeometryJob, BatchGeometry, Paths, Float32Array>(
  (job) => new BatchGeometry(job),
  (geometry, paths) => {
    const columns = new Float32Array((ITM_PATH_NUMBERS * paths.columns.length) / PATH_NUMBERS)
    geometry.describe(paths, columns)
    return { answer: columns, moved: [columns.buffer] }
  },
)
