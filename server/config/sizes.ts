/** The most that a request may hold. What in a schema has no nearer bound is bounded by one of these. */

export const maximumUrlLength = 8192
export const maximumHeadersLength = 16_384
export const maximumBodyBytes = 65_536
