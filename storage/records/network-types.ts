export interface NetworkSite {
  id: string
  /** Display name of the site; default: the name of the simulation. */
  name?: string
  /** Color of the site as `#rrggbb`; default: chosen by position in the list. */
  color?: string
  /** EIRP of the site in dBm; replaces the EIRP of a query. */
  eirp_dbm?: number
  sensitivity_dbm?: number
}

export interface Network {
  id: string
  account_id: string
  name: string
  /** Sites in order of site number. */
  sites: readonly NetworkSite[]
  /** GeoJSON with polygons. */
  area?: object
  /** Uses the nearest cell of sites whose raster has a different lattice. */
  align?: 'nearest'
  created_at: string
  changed_at: string
}

export function isNetworkId(id: string): boolean {
  return id.startsWith('net_')
}

export type NetworkContent = Pick<Network, 'name' | 'sites' | 'area' | 'align'>

export interface NetworkRecords {
  /** Creates a network; `undefined` if the account has `maximum` networks or no longer exists. */
  createNetwork(accountId: string, content: NetworkContent, maximum: number): Promise<Network | undefined>
  network(id: string): Network | undefined
  /** Networks of an account, in order of creation. */
  networks(accountId: string): Network[]
  /** Replaces name, sites, area and alignment; `undefined` if the network does not exist. */
  replaceNetwork(id: string, content: NetworkContent): Promise<Network | undefined>
  /** Removes a network and its shares; false if the network does not exist. */
  removeNetwork(id: string): Promise<boolean>
}
