interface Policies {
  createPolicy<Rules extends object>(name: string, rules: Rules): Rules
}

/** Creates a policy that the content security policy names; `undefined` in browsers without Trusted Types. */
export function policyFor<Rules extends object>(name: 'default' | 'xml', rules: Rules): Rules | undefined {
  return (window as { trustedTypes?: Policies }).trustedTypes?.createPolicy(name, rules)
}
