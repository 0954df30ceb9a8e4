import t from 'tap'
import { openBucket } from '../../helpers/bucket.ts'
import { storeIn } from '../../helpers/server.ts'

// The tests of `retention.test.ts`, each of them, over a bucket.

const bucket = await openBucket()
t.teardown(() => bucket.close())
storeIn(bucket)
await import('./retention.test.ts')
