/** Default propagation models of simulations and links. */

export const defaultModel = 'los'
export const defaultLinkModel = 'p526'
