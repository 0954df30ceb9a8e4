#!/usr/bin/env bash
# Makes every file of terrain/encodings, terrain/projections, terrain/terrarium and viewshed/ that GDAL or GRASS computes
# from the SRTM cut-outs in terrain/srtm, and the samples that GDAL reads from each terrain file.
# Debian packages: gdal-bin (3.6.2), python3-gdal, grass-core (8.2.1). Files differ between versions of GDAL, posts do not.
set -euo pipefail
cd "$(dirname "$0")"
# Without this GDAL leaves .aux.xml files next to those that it reads.
export GDAL_PAM_ENABLED=NO LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
alps=terrain/srtm/alps.tif
deflate=(-co COMPRESS=DEFLATE -co ZLEVEL=9)

# One window in every encoding; alps.asc has its posts as text.
folder=terrain/encodings
mkdir -p $folder
gdal_translate -q -srcwin 0 0 280 240 "$alps" "$work/window.tif"
encode() { # file, options of gdal_translate
  gdal_translate -q "${@:2}" "$work/window.tif" "$folder/$1"
}
encode alps.asc -of AAIGrid
encode int16-strips.tif
encode int16-strips-lzw-predictor2.tif -co COMPRESS=LZW -co PREDICTOR=2
encode int16-tiles128-deflate-predictor2.tif -co TILED=YES -co BLOCKXSIZE=128 -co BLOCKYSIZE=128 "${deflate[@]}" -co PREDICTOR=2
encode int16-big-endian-packbits.tif -co ENDIANNESS=BIG -co COMPRESS=PACKBITS
encode int16-bigtiff-tiles128.tif -co BIGTIFF=YES -co TILED=YES -co BLOCKXSIZE=128 -co BLOCKYSIZE=128
encode int16-cog-overviews.tif -of COG -co COMPRESS=DEFLATE -co BLOCKSIZE=128 -co OVERVIEWS=AUTO
encode int32-strips-lerc-deflate.tif -ot Int32 -co COMPRESS=LERC_DEFLATE
encode float32-tiles64-deflate-predictor3.tif -ot Float32 -co TILED=YES -co BLOCKXSIZE=64 -co BLOCKYSIZE=64 "${deflate[@]}" -co PREDICTOR=3
encode float64-strips-zstd-predictor2.tif -ot Float64 -co COMPRESS=ZSTD -co PREDICTOR=2
gdalwarp -q -overwrite -ot Float32 -dstnodata nan -co COMPRESS=LZW -co PREDICTOR=3 "$work/window.tif" $folder/float32-strips-lzw-predictor3-nan.tif

# Four pieces that share their edge posts; together they are the window.
folder=terrain/quarters
mkdir -p $folder
split() { # file, xoff yoff xsize ysize
  gdal_translate -q -srcwin "${@:2}" "${deflate[@]}" -co PREDICTOR=2 "$work/window.tif" "$folder/$1"
}
split north-west.tif 0 0 141 121
split north-east.tif 140 0 140 121
split south-west.tif 0 120 141 120
split south-east.tif 140 120 140 120

# Projected files.
folder=terrain/projections
mkdir -p $folder
warp() { # file, source, options of gdalwarp
  gdalwarp -q -overwrite -r bilinear "${@:3}" "$2" "$folder/$1"
}
int16=("${deflate[@]}" -co PREDICTOR=2)
float32=(-ot Float32 "${deflate[@]}" -co PREDICTOR=3)
# Two neighbours in one zone, each with its own origin and spacing, and corners without data.
thuringia=/vsizip/terrain/srtm/N50E011.hgt.zip/N50E011.hgt
gdal_translate -q -srcwin 700 800 181 300 "$thuringia" "$work/west.tif"
gdal_translate -q -srcwin 880 800 181 300 "$thuringia" "$work/east.tif"
warp utm32n-west.tif "$work/west.tif" -t_srs EPSG:32632 -tr 92.4 92.4 "${int16[@]}"
warp utm32n-east.tif "$work/east.tif" -t_srs EPSG:32632 -tr 92.6 92.6 "${int16[@]}"
gdal_translate -q -srcwin 900 900 160 160 /vsizip/terrain/srtm/S29W072.hgt.zip/S29W072.hgt "$work/chile.tif"
warp utm19s.tif "$work/chile.tif" -t_srs EPSG:32719 -tr 90 90 "${int16[@]}"
warp web-mercator.tif "$alps" -t_srs EPSG:3857 -tr 130 145 "${float32[@]}" -dstnodata -9999
# The heights of the Alps, moved to where the system holds. Its keys define it, no EPSG code does.
gdal_translate -q -srcwin 60 60 111 111 -ot Float32 -a_ullr 288776.25 9120760.75 298766.25 9110770.75 -a_nodata none \
  -a_srs 'PROJCS["UTM Zone 25, Southern Hemisphere",GEOGCS["GRS 1980",DATUM["unknown",SPHEROID["GRS80",6378137,298.257222101],TOWGS84[0,0,0,0,0,0,0]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-33],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",10000000],UNIT["metre",1]]' \
  "${deflate[@]}" "$alps" $folder/utm25s-without-code.tif
# The stored float32 is not the tag's number, -9999.9, but the nearest to it. GDAL would write that one into the tag.
gdal_translate -q -srcwin 60 60 175 175 -a_srs EPSG:8353 -a_ullr -350000 -1189000 -334250 -1204750 "$alps" "$work/krovak.tif"
warp krovak-nodata-float32.tif "$work/krovak.tif" -te -350450 -1205200 -333800 -1188550 -tr 90 90 "${float32[@]}" -dstnodata -9999.9
sed -i 's/-9999\.900390625/-9999.900000000/' $folder/krovak-nodata-float32.tif
gdal_translate -q -srcwin 0 0 40 40 -a_srs 'GEOGCS["unknown",DATUM["Unknown based on Delambre 1810 (Belgium) ellipsoid",SPHEROID["Delambre 1810 (Belgium)",6376428,311.5]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]' \
  "${deflate[@]}" "$alps" $folder/unnamed-geographic.tif

# A Terrarium tile: Web Mercator, height = R·256 + G + B/256 − 32768, and some of its pixels.
zoom=11 x=1071 y=724
mkdir -p terrain/terrarium/$zoom/$x
half=20037508.342789244
read -r west south east north <<< "$(python3 -c "s=2*$half/2**$zoom; print($x*s-$half, $half-($y+1)*s, ($x+1)*s-$half, $half-$y*s)")"
gdalwarp -q -r bilinear -ot Float32 -t_srs EPSG:3857 -te "$west" "$south" "$east" "$north" -ts 256 256 -dstnodata 0 "$alps" "$work/tile.tif"
/usr/bin/python3 - "$work/tile.tif" terrain/terrarium/$zoom/$x/$y.png terrain/terrarium/samples.csv << 'PYTHON'
import sys
import numpy
from osgeo import gdal
source, tile, samples = sys.argv[1:]
heights = gdal.Open(source).ReadAsArray()
value = numpy.rint((heights.astype(float) + 32768) * 256).astype(int)
bands = gdal.GetDriverByName("MEM").Create("", 256, 256, 3, gdal.GDT_Byte)
for band, shift in enumerate((16, 8, 0)):
    bands.GetRasterBand(band + 1).WriteArray((value >> shift) & 255)
gdal.GetDriverByName("PNG").CreateCopy(tile, bands, options=["ZLEVEL=9"])
with open(samples, "w") as file:
    file.write("row,col,height_m\n")
    for row in range(5, 256, 35):
        for col in range(3, 256, 36):
            file.write(f"{row},{col},{heights[row, col]:.5f}\n")
PYTHON

# Viewsheds of the Fichtelgebirge by GRASS r.viewshed: 1 visible, 0 not.
folder=viewshed
gdalwarp -q -overwrite -r cubicspline -t_srs EPSG:32632 -te 697000 5536000 711400 5550400 -tr 60 60 -ot Float32 "${deflate[@]}" -co PREDICTOR=3 \
  -dstnodata -9999 /vsizip/terrain/srtm/N49E011.hgt.zip/N49E011.hgt /vsizip/terrain/srtm/N50E011.hgt.zip/N50E011.hgt $folder/surface.tif
grass --tmp-location "$folder/surface.tif" --exec bash -s "$folder" << 'GRASS'
set -euo pipefail
folder=$1
r.in.gdal --quiet input="$folder/surface.tif" output=surface
g.region raster=surface
echo "expected,surface,row,col,observer_height_m,target_height_m,refraction_coefficient,flags" > "$folder/viewsheds.csv"
viewshed() { # name row col observer target refraction flags
  local x y
  read -r x y <<< "$(g.region -g | awk -F= -v row="$2" -v col="$3" '{v[$1]=$2} END {printf "%.3f %.3f", v["w"]+(col+0.5)*v["ewres"], v["n"]-(row+0.5)*v["nsres"]}')"
  r.viewshed --quiet --overwrite -b $7 input=surface output=seen coordinates="$x,$y" observer_elevation="$4" target_elevation="$5" refraction_coeff="$6" memory=500
  r.out.gdal --quiet --overwrite -c -m input=seen output="$folder/$1.tif" format=GTiff type=Byte nodata=255 createopt=COMPRESS=DEFLATE,ZLEVEL=9
  echo "$1.tif,surface.tif,$2,$3,$4,$5,$6,$7" >> "$folder/viewsheds.csv"
}
viewshed flat 79 63 10 0 0 ""
viewshed flat-target 144 97 30 10 0 ""
viewshed round 77 151 60 2 0 "-c"
viewshed refracted 179 207 60 10 0.75 "-c -r"
GRASS

# What GDAL reads at places of every terrain file, towards either corner of a cell: half a cell of shift reads another. The
# last place is outside.
/usr/bin/python3 - > terrain/samples.csv << 'PYTHON'
import glob, os, subprocess
from osgeo import gdal, osr

PLACES = ((0.113, 0.207), (0.513, 0.491), (0.871, 0.637), (0.322, 0.903), (0.004, 0.004), (1.05, 0.5))

def system(reference):
    reference.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return reference

wgs84 = osr.SpatialReference()
wgs84.ImportFromEPSG(4326)
system(wgs84)
print("file,lon,lat,gdal_nearest_m")
files = sorted(glob.glob("terrain/*/*.tif") + glob.glob("terrain/*/*.asc") + glob.glob("terrain/*/*.zip"))
for name in files:
    if "unnamed" in name:
        continue
    path = f"/vsizip/{name}/{os.path.basename(name)[:-4]}" if name.endswith(".zip") else name
    dataset = gdal.Open(path)
    west, width, _, north, _, height = dataset.GetGeoTransform()
    nodata = dataset.GetRasterBand(1).GetNoDataValue()
    to_wgs84 = osr.CoordinateTransformation(system(dataset.GetSpatialRef()), wgs84)
    for number, (x, y) in enumerate(PLACES):
        part = 0.2 if number % 2 else 0.8
        if x > 1 and "globe" in name:
            continue
        east = west + (int(x * dataset.RasterXSize) + part) * width
        down = north + (int(y * dataset.RasterYSize) + part) * height
        lon, lat, _ = to_wgs84.TransformPoint(east, down)
        lon, lat = f"{lon:.6f}", f"{lat:.6f}"
        read = subprocess.run(["gdallocationinfo", "-valonly", "-wgs84", path, lon, lat], capture_output=True, text=True)
        value = read.stdout.strip()
        # A float32 is not always the tag's number: -9999.9 of Krovak's.
        if value != "" and (value == "nan" or float(value) == nodata or float(value) < -9999):
            value = "void"
        print(f"{name.removeprefix('terrain/')},{lon},{lat},{value}")
PYTHON

# Where PROJ has a place of every projected system by EPSG code that PROJ has in meters or feet: the middle of the area of use,
# a little off, in the units of the system.
/usr/bin/python3 - > terrain/epsg.csv << 'PYTHON'
from osgeo import osr

osr.UseExceptions()
wgs84 = osr.SpatialReference()
wgs84.ImportFromEPSG(4326)
wgs84.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
print("code,lon,lat,x,y")
for code in range(1024, 32768):
    system = osr.SpatialReference()
    try:
        system.ImportFromEPSG(code)
        if not system.IsProjected() or system.IsGeocentric() or system.IsCompound():
            continue
        system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
        area = system.GetAreaOfUse()
        west, east = area.west_lon_degree, area.east_lon_degree
        lon = west + 0.47 * ((east - west) % 360 or 360)
        lon = round(lon - 360 if lon > 180 else lon, 3)
        lat = round(area.south_lat_degree + 0.53 * (area.north_lat_degree - area.south_lat_degree), 3)
        x, y, _ = osr.CoordinateTransformation(wgs84, system).TransformPoint(lon, lat)
    except (RuntimeError, AttributeError):
        continue
    if abs(x) < 1e9 and abs(y) < 1e9:
        print(f"{code},{lon},{lat},{x:.3f},{y:.3f}")
PYTHON
