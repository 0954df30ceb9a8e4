/** National and continental grids of Asia and the Pacific by EPSG code, as PROJ writes them; metres where no unit is given. */
export const asiaPacific: Record<number, string> = {
  // Israel 1993 / Israeli TM Grid
  2039: '+proj=tmerc +lat_0=31.7343936111111 +lon_0=35.2045169444444 +k=1.0000067 +x_0=219529.584 +y_0=626907.39 +ellps=GRS80 +towgs84=-48,55,52',
  // NZGD2000 / New Zealand Transverse Mercator 2000
  2193: '+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 +ellps=GRS80',
  // Hong Kong 1980 Grid System
  2326: '+proj=tmerc +lat_0=22.3121333333333 +lon_0=114.178555555556 +k=1 +x_0=836694.05 +y_0=819069.8 +ellps=intl +towgs84=-162.619,-276.959,-161.764,0.067753,-2.243648,-1.158828,-1.094246',
  // JGD2000 / Japan Plane Rectangular CS I
  2443: '+proj=tmerc +lat_0=33 +lon_0=129.5 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS II
  2444: '+proj=tmerc +lat_0=33 +lon_0=131 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS III
  2445: '+proj=tmerc +lat_0=36 +lon_0=132.166666666667 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS IV
  2446: '+proj=tmerc +lat_0=33 +lon_0=133.5 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS V
  2447: '+proj=tmerc +lat_0=36 +lon_0=134.333333333333 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS VI
  2448: '+proj=tmerc +lat_0=36 +lon_0=136 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS VII
  2449: '+proj=tmerc +lat_0=36 +lon_0=137.166666666667 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS VIII
  2450: '+proj=tmerc +lat_0=36 +lon_0=138.5 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS IX
  2451: '+proj=tmerc +lat_0=36 +lon_0=139.833333333333 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS X
  2452: '+proj=tmerc +lat_0=40 +lon_0=140.833333333333 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS XI
  2453: '+proj=tmerc +lat_0=44 +lon_0=140.25 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS XII
  2454: '+proj=tmerc +lat_0=44 +lon_0=142.25 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS XIII
  2455: '+proj=tmerc +lat_0=44 +lon_0=144.25 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS XIV
  2456: '+proj=tmerc +lat_0=26 +lon_0=142 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS XV
  2457: '+proj=tmerc +lat_0=26 +lon_0=127.5 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS XVI
  2458: '+proj=tmerc +lat_0=26 +lon_0=124 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS XVII
  2459: '+proj=tmerc +lat_0=26 +lon_0=131 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS XVIII
  2460: '+proj=tmerc +lat_0=20 +lon_0=136 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2000 / Japan Plane Rectangular CS XIX
  2461: '+proj=tmerc +lat_0=26 +lon_0=154 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // Gulshan 303 / TM 90 NE
  3106: '+proj=tmerc +lat_0=0 +lon_0=90 +k=0.9996 +x_0=500000 +y_0=0 +ellps=evrst30 +towgs84=283.729,735.942,261.143,0,0,0,0',
  // GDA94 / Vicgrid
  3111: '+proj=lcc +lat_0=-37 +lon_0=145 +lat_1=-36 +lat_2=-38 +x_0=2500000 +y_0=2500000 +ellps=GRS80',
  // GDA94 / Geoscience Australia Lambert
  3112: '+proj=lcc +lat_0=0 +lon_0=134 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0 +ellps=GRS80',
  // GDA94 / NSW Lambert
  3308: '+proj=lcc +lat_0=-33.25 +lon_0=147 +lat_1=-30.75 +lat_2=-35.75 +x_0=9300000 +y_0=4500000 +ellps=GRS80',
  // GDM2000 / Peninsula RSO
  3375: '+proj=omerc +no_uoff +lat_0=4 +lonc=102.25 +alpha=323.025796466667 +gamma=323.130102361111 +k=0.99984 +x_0=804671 +y_0=0 +ellps=GRS80',
  // VN-2000 / UTM zone 48N
  3405: '+proj=utm +zone=48 +ellps=WGS84 +towgs84=-191.90441429,-39.30318279,-111.45032835,0.00928836,-0.01975479,0.00427372,0.252906278',
  // VN-2000 / UTM zone 49N
  3406: '+proj=utm +zone=49 +ellps=WGS84 +towgs84=-191.90441429,-39.30318279,-111.45032835,0.00928836,-0.01975479,0.00427372,0.252906278',
  // SVY21 / Singapore TM
  3414: '+proj=tmerc +lat_0=1.36666666666667 +lon_0=103.833333333333 +k=1 +x_0=28001.642 +y_0=38744.572 +ellps=WGS84',
  // GDA94 / Australian Albers
  3577: '+proj=aea +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0 +ellps=GRS80',
  // TWD97 / TM2 zone 119
  3825: '+proj=tmerc +lat_0=0 +lon_0=119 +k=0.9999 +x_0=250000 +y_0=0 +ellps=GRS80',
  // TWD97 / TM2 zone 121
  3826: '+proj=tmerc +lat_0=0 +lon_0=121 +k=0.9999 +x_0=250000 +y_0=0 +ellps=GRS80',
  // Kertau 1968 / Johor Grid
  4390: '+proj=cass +lat_0=2.04258333333333 +lon_0=103.562758333333 +x_0=0 +y_0=0 +ellps=evrst48 +towgs84=-11,851,5,0,0,0,0',
  // CGCS2000 / Gauss-Kruger CM 117E
  4509: '+proj=tmerc +lat_0=0 +lon_0=117 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80',
  // CGCS2000 / 3-degree Gauss-Kruger zone 38
  4526: '+proj=tmerc +lat_0=0 +lon_0=114 +k=1 +x_0=38500000 +y_0=0 +ellps=GRS80',
  // CGCS2000 / 3-degree Gauss-Kruger zone 39
  4527: '+proj=tmerc +lat_0=0 +lon_0=117 +k=1 +x_0=39500000 +y_0=0 +ellps=GRS80',
  // CGCS2000 / 3-degree Gauss-Kruger zone 40
  4528: '+proj=tmerc +lat_0=0 +lon_0=120 +k=1 +x_0=40500000 +y_0=0 +ellps=GRS80',
  // CGCS2000 / 3-degree Gauss-Kruger zone 41
  4529: '+proj=tmerc +lat_0=0 +lon_0=123 +k=1 +x_0=41500000 +y_0=0 +ellps=GRS80',
  // CGCS2000 / 3-degree Gauss-Kruger CM 114E
  4547: '+proj=tmerc +lat_0=0 +lon_0=114 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80',
  // CGCS2000 / 3-degree Gauss-Kruger CM 117E
  4548: '+proj=tmerc +lat_0=0 +lon_0=117 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80',
  // CGCS2000 / 3-degree Gauss-Kruger CM 120E
  4549: '+proj=tmerc +lat_0=0 +lon_0=120 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80',
  // CGCS2000 / 3-degree Gauss-Kruger CM 123E
  4550: '+proj=tmerc +lat_0=0 +lon_0=123 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80',
  // Korea 2000 / Unified CS
  5179: '+proj=tmerc +lat_0=38 +lon_0=127.5 +k=0.9996 +x_0=1000000 +y_0=2000000 +ellps=GRS80',
  // Korea 2000 / West Belt 2010
  5185: '+proj=tmerc +lat_0=38 +lon_0=125 +k=1 +x_0=200000 +y_0=600000 +ellps=GRS80',
  // Korea 2000 / Central Belt 2010
  5186: '+proj=tmerc +lat_0=38 +lon_0=127 +k=1 +x_0=200000 +y_0=600000 +ellps=GRS80',
  // Korea 2000 / East Belt 2010
  5187: '+proj=tmerc +lat_0=38 +lon_0=129 +k=1 +x_0=200000 +y_0=600000 +ellps=GRS80',
  // CR05 / CRTM05
  5367: '+proj=tmerc +lat_0=0 +lon_0=-84 +k=0.9999 +x_0=500000 +y_0=0 +ellps=WGS84',
  // JGD2011 / Japan Plane Rectangular CS I
  6669: '+proj=tmerc +lat_0=33 +lon_0=129.5 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS II
  6670: '+proj=tmerc +lat_0=33 +lon_0=131 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS III
  6671: '+proj=tmerc +lat_0=36 +lon_0=132.166666666667 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS IV
  6672: '+proj=tmerc +lat_0=33 +lon_0=133.5 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS V
  6673: '+proj=tmerc +lat_0=36 +lon_0=134.333333333333 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS VI
  6674: '+proj=tmerc +lat_0=36 +lon_0=136 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS VII
  6675: '+proj=tmerc +lat_0=36 +lon_0=137.166666666667 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS VIII
  6676: '+proj=tmerc +lat_0=36 +lon_0=138.5 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS IX
  6677: '+proj=tmerc +lat_0=36 +lon_0=139.833333333333 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS X
  6678: '+proj=tmerc +lat_0=40 +lon_0=140.833333333333 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS XI
  6679: '+proj=tmerc +lat_0=44 +lon_0=140.25 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS XII
  6680: '+proj=tmerc +lat_0=44 +lon_0=142.25 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS XIII
  6681: '+proj=tmerc +lat_0=44 +lon_0=144.25 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS XIV
  6682: '+proj=tmerc +lat_0=26 +lon_0=142 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS XV
  6683: '+proj=tmerc +lat_0=26 +lon_0=127.5 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS XVI
  6684: '+proj=tmerc +lat_0=26 +lon_0=124 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS XVII
  6685: '+proj=tmerc +lat_0=26 +lon_0=131 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS XVIII
  6686: '+proj=tmerc +lat_0=20 +lon_0=136 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // JGD2011 / Japan Plane Rectangular CS XIX
  6687: '+proj=tmerc +lat_0=26 +lon_0=154 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80',
  // Israeli Grid 05
  6984: '+proj=tmerc +lat_0=31.7343936111111 +lon_0=35.2045169444444 +k=1.0000067 +x_0=219529.584 +y_0=626907.39 +ellps=GRS80',
  // WGS 84 / India NSF LCC
  7755: '+proj=lcc +lat_0=24 +lon_0=80 +lat_1=12.472955 +lat_2=35.1728044444444 +x_0=4000000 +y_0=4000000 +datum=WGS84',
  // WGS 84 / Equal Earth Greenwich
  8857: '+proj=eqearth +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84',
  // Ain el Abd / UTM zone 37N
  20437: '+proj=utm +zone=37 +ellps=intl +towgs84=-143,-236,7,0,0,0,0',
  // Kertau 1968 / UTM zone 47N
  24547: '+proj=utm +zone=47 +ellps=evrst48 +towgs84=-11,851,5,0,0,0,0',
  // Kertau 1968 / UTM zone 48N
  24548: '+proj=utm +zone=48 +ellps=evrst48 +towgs84=-11,851,5,0,0,0,0',
  // NZGD49 / New Zealand Map Grid
  27200:
    '+proj=nzmg +lat_0=-41 +lon_0=173 +x_0=2510000 +y_0=6023150 +ellps=intl +towgs84=59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993',
  // Palestine 1923 / Israeli CS Grid
  28193:
    '+proj=cass +lat_0=31.7340969444444 +lon_0=35.2120805555556 +x_0=170251.555 +y_0=1126867.909 +a=6378300.789 +b=6356566.435 +towgs84=-275.7224,94.7824,340.8944,-8.001,-4.42,-11.821,1',
  // GDA94 / MGA zone 48
  28348: '+proj=utm +zone=48 +south +ellps=GRS80',
}
