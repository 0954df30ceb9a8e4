/** Properties of a published raster. */
export interface KnownSource {
  /** Part of the source's addresses by which the source is recognized. */
  urlPart: string
  name: string
  /** Attribution required by the license. */
  attribution: string
  /** North-south spacing of the posts in arc seconds, if constant. */
  arcSeconds?: number
  /** Side of a tile in degrees; default: 1. */
  tileDeg?: number
  /** Typical size of a file in bytes. */
  typicalBytes?: number
}

// Sources: https://copernicus-dem-30m.s3.amazonaws.com/readme.html, https://registry.opendata.aws/terrain-tiles/
const GLO30 = 'Copernicus_DSM_COG_10_{lat}_00_{lon}_00_DEM'
const TERRAIN_TILES = 'https://s3.amazonaws.com/elevation-tiles-prod'
export const PRESETS: Record<string, string> = {
  glo30: `https://copernicus-dem-30m.s3.amazonaws.com/${GLO30}/${GLO30}.tif`,
  skadi: `${TERRAIN_TILES}/skadi/{lat}/{lat}{lon}.hgt.gz`,
  terrarium: `${TERRAIN_TILES}/terrarium/{z}/{x}/{y}.png`,
}

// Source: https://registry.opendata.aws/esa-worldcover-vito/
/** Land cover rasters; these contain no elevation. */
export const CLASS_PRESETS: Record<string, string> = {
  worldcover:
    'https://esa-worldcover.s3.eu-central-1.amazonaws.com/v200/2021/map/ESA_WorldCover_10m_2021_v200_{lat}{lon}_Map.tif',
}

const COPERNICUS =
  '© DLR e.V. 2010–2014 and © Airbus Defence and Space GmbH 2014–2018, provided under COPERNICUS by the European Union and ESA; all rights reserved'

const KNOWN: KnownSource[] = [
  {
    urlPart: 'Copernicus_DSM_COG_10_',
    name: 'Copernicus GLO-30',
    attribution: COPERNICUS,
    arcSeconds: 1,
  },
  {
    urlPart: 'Copernicus_DSM_COG_30_',
    name: 'Copernicus GLO-90',
    attribution: COPERNICUS,
    arcSeconds: 3,
    typicalBytes: 2_700_000,
  },
  {
    urlPart: 'ESA_WorldCover_10m_',
    name: 'ESA WorldCover',
    // Source and license: https://esa-worldcover.org/en/data-access, CC BY 4.0
    attribution:
      '© ESA WorldCover project 2021 / Contains modified Copernicus Sentinel data (2021) processed by ESA WorldCover consortium',
    arcSeconds: 0.3,
    tileDeg: 3,
    typicalBytes: 60_000_000,
  },
  {
    urlPart: 'elevation-tiles-prod',
    name: 'Terrain Tiles',
    // Source: https://github.com/tilezen/joerd/blob/master/docs/attribution.md
    attribution:
      'Mapzen Terrain Tiles. ArcticDEM terrain data DEM(s) were created from DigitalGlobe, Inc., imagery and funded under National Science Foundation awards 1043681, 1559691, and 1542736; Australia terrain data © Commonwealth of Australia (Geoscience Australia) 2017; Austria terrain data © offene Daten Österreichs – Digitales Geländemodell (DGM) Österreich; Canada terrain data contains information licensed under the Open Government Licence – Canada; Europe terrain data produced using Copernicus data and information funded by the European Union - EU-DEM layers; Global ETOPO1 terrain data U.S. National Oceanic and Atmospheric Administration; Mexico terrain data source: INEGI, Continental relief, 2016; New Zealand terrain data Copyright 2011 Crown copyright (c) Land Information New Zealand and the New Zealand Government (All rights reserved); Norway terrain data © Kartverket; United Kingdom terrain data © Environment Agency copyright and/or database right 2015. All rights reserved; United States 3DEP (formerly NED) and global GMTED2010 and SRTM terrain data courtesy of the U.S. Geological Survey.',
  },
]

export function known(template: string): KnownSource | undefined {
  return KNOWN.find(({ urlPart }) => template.includes(urlPart))
}
