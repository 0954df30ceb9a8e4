export interface NetworkSite {
  id: string
  /** Overrides the simulation's name. */
  name?: string
  /** `#rrggbb`; default: a color by position in the list. */
  color?: string
  /** Overrides the EIRP of a query for this site. */
  eirp_dbm?: number
  sensitivity_dbm?: number
}

export interface Network {
  id: string
  account_id: string
  name: string
  /** In the order of their numbers. */
  sites: readonly NetworkSite[]
  /** GeoJSON of polygons. */
  area?: object
  /** Cells of sites on other lattices are taken from the nearest cell. */
  align?: 'nearest'
  created_at: string
  changed_at: string
}

export function isNetworkId(id: string): boolean {
  return id.startsWith('net_')
}

export type NetworkContent = Pick<Network, 'name' | 'sites' | 'area' | 'align'>

export interface NetworkRecords {
  /** `undefined` past `maximum` networks of the account, or if the account is gone. */
  createNetwork(accountId: string, content: NetworkContent, maximum: number): Promise<Network | undefined>
  network(id: string): Network | undefined
  /** Networks of an account, in order of creation. */
  networks(accountId: string): Network[]
  /** Replaces name, sites, area and alignment. `undefined`: no such network. */
  replaceNetwork(id: string, content: NetworkContent): Promise<Network | undefined>
  /** Removes it with its shares; false: no such network. */
  removeNetwork(id: string): Promise<boolean>
}
