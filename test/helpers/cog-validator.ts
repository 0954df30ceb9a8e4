import { gdal, succeeds } from './gdal.ts'

/** The python3-gdal package belongs to the system's Python. */
const PYTHON = '/usr/bin/python3'
const VALIDATOR = 'osgeo_utils.samples.validate_cloud_optimized_geotiff'

/** Why tests that need GDAL's validator of cloud-optimised GeoTIFFs are skipped; `false`: it is installed. */
export const noCogValidator = succeeds(PYTHON, ['-c', `import ${VALIDATOR}`])
  ? false
  : "needs GDAL's Python modules (Debian package python3-gdal)"

/** What the validator prints; it throws if the file is not cloud-optimised. */
export function validateCog(path: string): Promise<string> {
  return gdal(PYTHON, ['-m', VALIDATOR, '--full-check=yes', path])
}
