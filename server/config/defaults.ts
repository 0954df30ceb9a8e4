/** The models of requests that name none. */

export const defaultModel = 'los'
export const defaultLinkModel = 'p526'
