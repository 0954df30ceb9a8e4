import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'

/** Python interpreter that has the package python3-gdal. */
const PYTHON = '/usr/bin/python3'

// Reads and writes lines of JSON. "cold" opens the file for each read, as a first request does; "warm"
// rereads the open dataset, whose decoded blocks GDAL caches.
const PROGRAM = `
import json, sys, time
import numpy
from osgeo import gdal
gdal.UseExceptions()
gdal.SetCacheMax(1 << 30)
held, arrays = {}, {}
for line in sys.stdin:
    order = json.loads(line)
    path, window = order["path"], order["window"]
    if order["cold"]:
        held.pop(path, None)
    if path not in arrays:
        arrays[path] = numpy.zeros((window[3], window[2]), "float32")
    start = time.perf_counter()
    data = gdal.Open(path) if order["cold"] else held[path]
    into = None if order["cold"] else arrays.get(path)
    posts = data.GetRasterBand(1).ReadAsArray(*window, buf_type=gdal.GDT_Float32, buf_obj=into)
    took = time.perf_counter() - start
    held[path] = data
    print(json.dumps({"ms": took * 1000, "sum": float(posts.sum(dtype="float64"))}), flush=True)
    del posts, data
`

export interface GdalRead {
  ms: number
  /** Sum of all heights, in float64. */
  sum: number
}

/** GDAL in a separate process, started once, so that no figure includes the start of the process. */
export class GdalReader {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  private constructor(child: ChildProcess, lines: Interface) {
    this.#child = child
    this.#lines = lines[Symbol.asyncIterator]()
  }

  /** Starts the process; `undefined` if GDAL's Python bindings are not installed. */
  static open(): GdalReader | undefined {
    try {
      execFileSync(PYTHON, ['-c', 'from osgeo import gdal, gdal_array'], { stdio: 'ignore' })
    } catch {
      return undefined
    }
    const child = spawn(PYTHON, ['-c', PROGRAM], {
      env: { ...process.env, GDAL_PAM_ENABLED: 'NO' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return new GdalReader(child, createInterface(child.stdout))
  }

  async read(
    path: string,
    { firstCol, firstRow, cols, rows }: { firstCol: number; firstRow: number; cols: number; rows: number },
    cold: boolean,
  ): Promise<GdalRead> {
    const order = { path, window: [firstCol, firstRow, cols, rows], cold }
    this.#child.stdin?.write(`${JSON.stringify(order)}\n`)
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('GDAL ended without an answer.')
    return JSON.parse(value) as GdalRead
  }

  close(): void {
    this.#child.stdin?.end()
  }
}
