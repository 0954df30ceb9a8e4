interface TrustedTypePolicies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown
}

/** Text becomes a script in one case alone: the worker that the map's library starts by its address. */
export function allowMapWorker(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicies }
  trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (address !== MAP_WORKER_URL) throw new TypeError('The page starts no other script.')
      return address
    },
  })
}
