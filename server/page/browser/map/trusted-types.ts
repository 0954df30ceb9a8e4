interface TrustedTypePolicies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown
}

/** Creates a Trusted Types policy that allows script URLs only for the map's workers. */
export function allowMapWorkers(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicies }
  trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (address !== MAP_WORKER_URL && address !== GROUND_WORKER_URL) {
        throw new TypeError('The page starts no other script.')
      }
      return address
    },
  })
}
