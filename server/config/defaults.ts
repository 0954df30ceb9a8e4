/** Default models of requests. */

export const defaultModel = 'los'
export const defaultLinkModel = 'p526'
