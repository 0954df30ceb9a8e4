/** National and continental grids of the poles, Africa and the whole world by EPSG code, as PROJ writes them; metres where no unit is given. */
export const world: Record<number, string> = {
  // Tete / UTM zone 36S
  2736: '+proj=utm +zone=36 +south +ellps=clrk66 +towgs84=-80,-100,-228,0,0,0,0',
  // Tete / UTM zone 37S
  2737: '+proj=utm +zone=37 +south +ellps=clrk66 +towgs84=-80,-100,-228,0,0,0,0',
  // WGS 84 / Antarctic Polar Stereographic
  3031: '+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84',
  // WGS 84 / World Mercator
  3395: '+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84',
  // WGS 84 / NSIDC Sea Ice Polar Stereographic North
  3413: '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +x_0=0 +y_0=0 +datum=WGS84',
  // WGS 84 / North Pole LAEA Bering Sea
  3571: '+proj=laea +lat_0=90 +lon_0=180 +x_0=0 +y_0=0 +datum=WGS84',
  // WGS 84 / North Pole LAEA Atlantic
  3574: '+proj=laea +lat_0=90 +lon_0=-40 +x_0=0 +y_0=0 +datum=WGS84',
  // WGS 84 / North Pole LAEA Europe
  3575: '+proj=laea +lat_0=90 +lon_0=10 +x_0=0 +y_0=0 +datum=WGS84',
  // WGS 84 / North Pole LAEA Russia
  3576: '+proj=laea +lat_0=90 +lon_0=90 +x_0=0 +y_0=0 +datum=WGS84',
  // WGS 84 / NSIDC Sea Ice Polar Stereographic South
  3976: '+proj=stere +lat_0=-90 +lat_ts=-70 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84',
  // WGS 84 / Arctic Polar Stereographic
  3995: '+proj=stere +lat_0=90 +lat_ts=71 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84',
  // WGS 84 / UPS North (E,N)
  5041: '+proj=stere +lat_0=90 +lon_0=0 +k=0.994 +x_0=2000000 +y_0=2000000 +datum=WGS84',
  // WGS 84 / UPS South (E,N)
  5042: '+proj=stere +lat_0=-90 +lon_0=0 +k=0.994 +x_0=2000000 +y_0=2000000 +datum=WGS84',
  // WGS 84 / NSIDC EASE-Grid 2.0 North
  6931: '+proj=laea +lat_0=90 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84',
  // WGS 84 / NSIDC EASE-Grid 2.0 South
  6932: '+proj=laea +lat_0=-90 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84',
  // WGS 84 / NSIDC EASE-Grid 2.0 Global
  6933: '+proj=cea +lat_ts=30 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84',
  // Arc 1960 / UTM zone 36S
  21036: '+proj=utm +zone=36 +south +a=6378249.145 +rf=293.465 +towgs84=-160,-6,-302,0,0,0,0',
  // Arc 1960 / UTM zone 37S
  21037: '+proj=utm +zone=37 +south +a=6378249.145 +rf=293.465 +towgs84=-160,-6,-302,0,0,0,0',
  // Arc 1960 / UTM zone 35N
  21095: '+proj=utm +zone=35 +a=6378249.145 +rf=293.465 +towgs84=-160,-6,-302,0,0,0,0',
  // Arc 1960 / UTM zone 36N
  21096: '+proj=utm +zone=36 +a=6378249.145 +rf=293.465 +towgs84=-160,-6,-302,0,0,0,0',
  // Arc 1960 / UTM zone 37N
  21097: '+proj=utm +zone=37 +a=6378249.145 +rf=293.465 +towgs84=-160,-6,-302',
  // Carthage / Nord Tunisie
  22391:
    '+proj=lcc +lat_1=36 +lat_0=36 +lon_0=9.9 +k_0=0.999625544 +x_0=500000 +y_0=300000 +ellps=clrk80ign +towgs84=-260.1,5.5,432.2',
  // Merchich / Nord Maroc
  26191:
    '+proj=lcc +lat_1=33.3 +lat_0=33.3 +lon_0=-5.4 +k_0=0.999625769 +x_0=500000 +y_0=300000 +ellps=clrk80ign +towgs84=31,146,47,0,0,0,0',
  // Merchich / Sud Maroc
  26192:
    '+proj=lcc +lat_1=29.7 +lat_0=29.7 +lon_0=-5.4 +k_0=0.999615596 +x_0=500000 +y_0=300000 +ellps=clrk80ign +towgs84=31,146,47,0,0,0,0',
  // Minna / Nigeria West Belt
  26391:
    '+proj=tmerc +lat_0=4 +lon_0=4.5 +k=0.99975 +x_0=230738.26 +y_0=0 +a=6378249.145 +rf=293.465 +towgs84=-92,-93,122,0,0,0,0',
  // Qatar 1974 / Qatar National Grid
  28600:
    '+proj=tmerc +lat_0=24.45 +lon_0=51.2166666666667 +k=0.99999 +x_0=200000 +y_0=300000 +ellps=intl +towgs84=-128.16,-282.42,21.93',
  // Nord Sahara 1959 / UTM zone 29N
  30729:
    '+proj=utm +zone=29 +a=6378249.145 +rf=293.465 +towgs84=-209.3622,-87.8162,404.6198,0.0046,3.4784,0.5805,-1.4547',
  // Nord Sahara 1959 / UTM zone 30N
  30730:
    '+proj=utm +zone=30 +a=6378249.145 +rf=293.465 +towgs84=-209.3622,-87.8162,404.6198,0.0046,3.4784,0.5805,-1.4547',
  // WGS 84 / UPS North (N,E)
  32661: '+proj=stere +lat_0=90 +lon_0=0 +k=0.994 +x_0=2000000 +y_0=2000000 +datum=WGS84',
  // WGS 84 / UPS South (N,E)
  32761: '+proj=stere +lat_0=-90 +lon_0=0 +k=0.994 +x_0=2000000 +y_0=2000000 +datum=WGS84',
}
