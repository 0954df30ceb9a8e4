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
