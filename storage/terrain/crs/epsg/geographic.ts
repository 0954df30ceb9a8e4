/** Ellipsoid, prime meridian and shift to WGS 84 of geographic systems by EPSG code, as PROJ writes them. */
export const geographic: Record<number, string> = {
  // Unknown datum based upon the GRS 1980 ellipsoid
  4019: '+ellps=GRS80',
  // Unknown datum based upon the WGS 84 ellipsoid
  4030: '+ellps=WGS84',
  // RT90
  4124: '+ellps=bessel +towgs84=414.1,41.3,603.1,-0.855,2.141,-7.023,0',
  // Hartebeesthoek94
  4148: '+ellps=WGS84',
  // CH1903
  4149: '+ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0',
  // CH1903+
  4150: '+ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0',
  // NAD83(HARN)
  4152: '+ellps=GRS80',
  // S-JTSK
  4156: '+ellps=bessel +towgs84=572.213,85.334,461.94,4.9732,1.529,5.2484,3.5378',
  // NZGD2000
  4167: '+ellps=GRS80',
  // RGF93 v1
  4171: '+ellps=GRS80',
  // Pulkovo 1942(58)
  4179: '+ellps=krass +towgs84=2.329,-147.042,-92.08,-0.309,0.325,0.497,5.69',
  // Arc 1950
  4209: '+a=6378249.145 +rf=293.4663077 +towgs84=-143,-90,-294,0,0,0,0',
  // Arc 1960
  4210: '+a=6378249.145 +rf=293.465 +towgs84=-160,-6,-302',
  // Campo Inchauspe
  4221: '+ellps=intl +towgs84=-148,136,90,0,0,0,0',
  // Carthage
  4223: '+ellps=clrk80ign +towgs84=-263,6,431,0,0,0,0',
  // Egypt 1907
  4229: '+ellps=helmert +towgs84=-130,110,-13,0,0,0,0',
  // ED50
  4230: '+ellps=intl +towgs84=-87,-98,-121',
  // HD72
  4237: '+ellps=GRS67 +towgs84=52.17,-71.82,-14.9',
  // ETRS89
  4258: '+ellps=GRS80',
  // Merchich
  4261: '+ellps=clrk80ign +towgs84=31,146,47',
  // Minna
  4263: '+a=6378249.145 +rf=293.465 +towgs84=-92,-93,122,0,0,0,0',
  // Monte Mario
  4265: '+ellps=intl +towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68',
  // NAD83
  4269: '+datum=NAD83',
  // NZGD49
  4272: '+ellps=intl +towgs84=59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993',
  // Datum 73
  4274: '+ellps=intl +towgs84=-239.749,88.181,30.488,0.263,0.082,1.211,2.229',
  // NTF
  4275: '+ellps=clrk80ign +towgs84=-168,-60,320,0,0,0,0',
  // OSGB36
  4277: '+ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489',
  // Pointe Noire
  4282: '+ellps=clrk80ign +towgs84=-148,51,-291,0,0,0,0',
  // GDA94
  4283: '+ellps=GRS80',
  // Pulkovo 1942
  4284: '+ellps=krass +towgs84=25,-141,-78.5,0,0.35,0.736,0',
  // Amersfoort
  4289: '+ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.8774,4.0725',
  // SAD69
  4291: '+ellps=GRS67 +towgs84=-57,1,-41',
  // TM65
  4299: '+a=6377340.189 +rf=299.3249646 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15',
  // TM75
  4300: '+a=6377340.189 +rf=299.3249646 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15',
  // Tokyo
  4301: '+ellps=bessel +towgs84=-146.414,507.337,680.507,0,0,0,0',
  // Nord Sahara 1959
  4307: '+a=6378249.145 +rf=293.465 +towgs84=-209.3622,-87.8162,404.6198,0.0046,3.4784,0.5805,-1.4547',
  // MGI
  4312: '+ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232',
  // BD72
  4313: '+ellps=intl +towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747',
  // DHDN
  4314: '+ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
  // WGS 72
  4322: '+a=6378135 +rf=298.26 +towgs84=0,0,4.5,0,0,0.554,0.2263',
  // WGS 84
  4326: '+datum=WGS84',
  // China Geodetic Coordinate System 2000
  4490: '+ellps=GRS80',
  // JGD2000
  4612: '+ellps=GRS80',
  // NAD83(CSRS)
  4617: '+ellps=GRS80',
  // SAD69
  4618: '+ellps=aust_SA +towgs84=-57,1,-41',
  // SWEREF99
  4619: '+ellps=GRS80',
  // Reykjavik 1900
  4657: '+a=6377019.27 +rf=300 +towgs84=-28,199,5,0,0,0,0',
  // ISN93
  4659: '+ellps=GRS80',
  // LKS92
  4661: '+ellps=GRS80',
  // IGN72 Grande Terre
  4662: '+ellps=intl +towgs84=-11.64,-348.6,291.98,0,0,0,0',
  // LKS94
  4669: '+ellps=GRS80',
  // IGM95
  4670: '+ellps=GRS80',
  // SIRGAS 2000
  4674: '+ellps=GRS80',
  // MAGNA-SIRGAS
  4686: '+ellps=GRS80',
  // RGPF
  4687: '+ellps=GRS80',
  // NAD83(NSRS2007)
  4759: '+ellps=GRS80',
  // BDA2000
  4762: '+ellps=WGS84',
  // RSRGD2000
  4764: '+ellps=GRS80',
  // NTF (Paris)
  4807: '+ellps=clrk80ign +pm=paris +towgs84=-168,-60,320,0,0,0,0',
  // ETRS89
  4937: '+ellps=GRS80',
  // WGS 84
  4979: '+datum=WGS84',
  // Ocotepeque 1935
  5451: '+ellps=clrk66 +towgs84=205,96,-98,0,0,0,0',
  // SAD69(96)
  5527: '+ellps=aust_SA +towgs84=-67.35,3.88,-38.22,0,0,0,0',
  // NAD83(2011)
  6318: '+ellps=GRS80',
  // JGD2011
  6668: '+ellps=GRS80',
  // GDA2020
  7844: '+ellps=GRS80',
  // S-JTSK [JTSK03]
  8351: '+ellps=bessel +towgs84=485.021,169.465,483.839,7.786342,4.397554,4.102655,0',
}
