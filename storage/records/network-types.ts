/** A simulation as a site of a network. */
export interface NetworkSite {
  /** Of the simulation. */
  id: string
  /** In place of the simulation's. */
  name?: string
  /** `#rrggbb`; without one, a color by the place in the list. */
  color?: string
  /** The view of this site, in place of a query's. */
  eirp_dbm?: number
  sensitivity_dbm?: number
}

/** Several simulations as one thing. */
export interface Network {
  id: string
  account_id: string
  name: string
  /** In the order of their numbers. */
  sites: readonly NetworkSite[]
  /** GeoJSON of polygons. */
  area?: object
  /** Cells of sites on other lattices are those nearest. */
  align?: 'nearest'
  created_at: string
  changed_at: string
}

/** Whether an id is that of a network. */
export function isNetworkId(id: string): boolean {
  return id.startsWith('net_')
}

export type NetworkContent = Pick<Network, 'name' | 'sites' | 'area' | 'align'>

export interface NetworkRecords {
  /** `undefined` past `maximum` networks of the account, or if the account is gone. */
  createNetwork(accountId: string, content: NetworkContent, maximum: number): Promise<Network | undefined>
  network(id: string): Network | undefined
  /** Those of an account, in order of creation. */
  networks(accountId: string): Network[]
  /** Replaces name, sites, area and alignment. `undefined`: there is no such network. */
  replaceNetwork(id: string, content: NetworkContent): Promise<Network | undefined>
  /** Removes it with its shares; false when there is none. */
  removeNetwork(id: string): Promise<boolean>
}
