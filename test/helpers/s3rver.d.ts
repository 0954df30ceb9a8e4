/** The part of s3rver that the test store uses; the package has no types. */
declare module 's3rver' {
  import type { RequestListener } from 'node:http'

  interface ReadOptions {
    start?: number
    end?: number | string
  }

  interface Store {
    getObject(bucket: string, key: string, options?: ReadOptions): Promise<unknown>
  }

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: { name: string }[] })
    readonly store: Store
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}
