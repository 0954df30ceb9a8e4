/** National and continental grids of the Americas by EPSG code, as PROJ writes them; metres where no unit is given. */
export const americas: Record<number, string> = {
  // NAD83(CSRS) / UTM zone 18N
  2959: '+proj=utm +zone=18 +ellps=GRS80',
  // NAD83 / BC Albers
  3005: '+proj=aea +lat_0=45 +lon_0=-126 +lat_1=50 +lat_2=58.5 +x_0=1000000 +y_0=0 +ellps=GRS80',
  // MAGNA-SIRGAS / Colombia Far West zone
  3114: '+proj=tmerc +lat_0=4.59620041666667 +lon_0=-80.0775079166667 +k=1 +x_0=1000000 +y_0=1000000 +ellps=GRS80',
  // MAGNA-SIRGAS / Colombia West zone
  3115: '+proj=tmerc +lat_0=4.59620041666667 +lon_0=-77.0775079166667 +k=1 +x_0=1000000 +y_0=1000000 +ellps=GRS80',
  // MAGNA-SIRGAS / Colombia Bogota zone
  3116: '+proj=tmerc +lat_0=4.59620041666667 +lon_0=-74.0775079166667 +k=1 +x_0=1000000 +y_0=1000000 +ellps=GRS80',
  // MAGNA-SIRGAS / Colombia East Central zone
  3117: '+proj=tmerc +lat_0=4.59620041666667 +lon_0=-71.0775079166667 +k=1 +x_0=1000000 +y_0=1000000 +ellps=GRS80',
  // MAGNA-SIRGAS / Colombia East zone
  3118: '+proj=tmerc +lat_0=4.59620041666667 +lon_0=-68.0775079166667 +k=1 +x_0=1000000 +y_0=1000000 +ellps=GRS80',
  // NAD83 / California Albers
  3310: '+proj=aea +lat_0=0 +lon_0=-120 +lat_1=34 +lat_2=40.5 +x_0=0 +y_0=-4000000 +ellps=GRS80',
  // NAD83 / Alaska Albers
  3338: '+proj=aea +lat_0=50 +lon_0=-154 +lat_1=55 +lat_2=65 +x_0=0 +y_0=0 +datum=NAD83',
  // NAD83 / Statistics Canada Lambert
  3347: '+proj=lcc +lat_0=63.390675 +lon_0=-91.8666666666667 +lat_1=49 +lat_2=77 +x_0=6200000 +y_0=3000000 +datum=NAD83',
  // NAD83 / Alberta 10-TM (Resource)
  3401: '+proj=tmerc +lat_0=0 +lon_0=-115 +k=0.9992 +x_0=0 +y_0=0 +datum=NAD83',
  // NAD83(CSRS) / Alberta 10-TM (Forest)
  3402: '+proj=tmerc +lat_0=0 +lon_0=-115 +k=0.9992 +x_0=500000 +y_0=0 +ellps=GRS80',
  // NAD83 / Canada Atlas Lambert
  3978: '+proj=lcc +lat_0=49 +lon_0=-95 +lat_1=49 +lat_2=77 +x_0=0 +y_0=0 +datum=NAD83',
  // NAD83(CSRS) / Canada Atlas Lambert
  3979: '+proj=lcc +lat_0=49 +lon_0=-95 +lat_1=49 +lat_2=77 +x_0=0 +y_0=0 +ellps=GRS80',
  // NAD83 / Conus Albers
  5070: '+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +ellps=GRS80',
  // POSGAR 2007 / Argentina 1
  5343: '+proj=tmerc +lat_0=-90 +lon_0=-72 +k=1 +x_0=1500000 +y_0=0 +ellps=WGS84',
  // POSGAR 2007 / Argentina 2
  5344: '+proj=tmerc +lat_0=-90 +lon_0=-69 +k=1 +x_0=2500000 +y_0=0 +ellps=WGS84',
  // POSGAR 2007 / Argentina 3
  5345: '+proj=tmerc +lat_0=-90 +lon_0=-66 +k=1 +x_0=3500000 +y_0=0 +ellps=WGS84',
  // POSGAR 2007 / Argentina 4
  5346: '+proj=tmerc +lat_0=-90 +lon_0=-63 +k=1 +x_0=4500000 +y_0=0 +ellps=WGS84',
  // POSGAR 2007 / Argentina 5
  5347: '+proj=tmerc +lat_0=-90 +lon_0=-60 +k=1 +x_0=5500000 +y_0=0 +ellps=WGS84',
  // POSGAR 2007 / Argentina 6
  5348: '+proj=tmerc +lat_0=-90 +lon_0=-57 +k=1 +x_0=6500000 +y_0=0 +ellps=WGS84',
  // POSGAR 2007 / Argentina 7
  5349: '+proj=tmerc +lat_0=-90 +lon_0=-54 +k=1 +x_0=7500000 +y_0=0 +ellps=WGS84',
  // SIRGAS 2000 / Brazil Polyconic
  5880: '+proj=poly +lat_0=0 +lon_0=-54 +x_0=5000000 +y_0=10000000 +ellps=GRS80',
  // NAD83(2011) / Conus Albers
  6350: '+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +ellps=GRS80',
  // Mexico ITRF2008 / LCC
  6372: '+proj=lcc +lat_0=12 +lon_0=-102 +lat_1=17.5 +lat_2=29.5 +x_0=2500000 +y_0=0 +ellps=GRS80',
  // MAGNA-SIRGAS / Origen-Nacional
  9377: '+proj=tmerc +lat_0=4 +lon_0=-73 +k=0.9992 +x_0=5000000 +y_0=2000000 +ellps=GRS80',
  // Campo Inchauspe / Argentina 1
  22191:
    '+proj=tmerc +lat_0=-90 +lon_0=-72 +k=1 +x_0=1500000 +y_0=0 +ellps=intl +towgs84=-148,136,90,0,0,0,0',
  // Campo Inchauspe / Argentina 2
  22192:
    '+proj=tmerc +lat_0=-90 +lon_0=-69 +k=1 +x_0=2500000 +y_0=0 +ellps=intl +towgs84=-148,136,90,0,0,0,0',
  // Campo Inchauspe / Argentina 3
  22193:
    '+proj=tmerc +lat_0=-90 +lon_0=-66 +k=1 +x_0=3500000 +y_0=0 +ellps=intl +towgs84=-148,136,90,0,0,0,0',
  // Campo Inchauspe / Argentina 4
  22194:
    '+proj=tmerc +lat_0=-90 +lon_0=-63 +k=1 +x_0=4500000 +y_0=0 +ellps=intl +towgs84=-148,136,90,0,0,0,0',
  // Campo Inchauspe / Argentina 5
  22195:
    '+proj=tmerc +lat_0=-90 +lon_0=-60 +k=1 +x_0=5500000 +y_0=0 +ellps=intl +towgs84=-148,136,90,0,0,0,0',
  // Campo Inchauspe / Argentina 6
  22196:
    '+proj=tmerc +lat_0=-90 +lon_0=-57 +k=1 +x_0=6500000 +y_0=0 +ellps=intl +towgs84=-148,136,90,0,0,0,0',
  // Campo Inchauspe / Argentina 7
  22197:
    '+proj=tmerc +lat_0=-90 +lon_0=-54 +k=1 +x_0=7500000 +y_0=0 +ellps=intl +towgs84=-148,136,90,0,0,0,0',
  // NAD83 / Quebec Lambert
  32198: '+proj=lcc +lat_0=44 +lon_0=-68.5 +lat_1=60 +lat_2=46 +x_0=0 +y_0=0 +datum=NAD83',
}
