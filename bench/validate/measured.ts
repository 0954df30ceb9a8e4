/** Path-loss models against measurements: the repository's links, or given drive tests. */

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathLossModels } from '../../kernels/models.ts'
import { checkLink } from '../../server/command/local/check.ts'
import { Problem } from '../../server/http/errors.ts'
import { computeLink } from '../../server/link/link.ts'
import { withLinkDefaults } from '../../server/link/schemas.ts'
import { type Comparison, figuresOf } from '../../server/results/products/measurements.ts'
import { isTileFile } from '../../storage/terrain/formats/catalog.ts'
import { type FileTerrain, openTerrain } from '../../storage/terrain/terrain.ts'
import { UsageError } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, printHead, printTable, type Row } from '../frame/report.ts'
import { driveTest, type Fields, type MeasuredPlace, type MeasuredSet, ruralLinks } from './measured-sets.ts'

const usage = `npm run validate -- measured [FILE…] [options]

Error of every path loss model against measured losses, computed as links: bias (the mean of predicted minus measured
loss, dB), standard deviation and RMSE over all places and by distance, and the best-fitting correction. Once over bare
ground, once with clutter and buildings at the ends if given. Always passes.

  FILE…                drive tests; by default the 30 links of test/data/measured/lora-915-rural.json
  --dem FILE…          terrain for drive tests: files or folders, in any format that the service reads
  --json               one JSON object instead of tables
  --help               show help

A drive test is CSV (separators , ; or tab, decimal commas with the latter two) with the transmitter in header lines:

  # tx_lat: 57.1       degrees, as tx_lon; tx_height (m) and frequency (MHz) are required too
  # eirp_dbm: 43.2     or tx_power_dbm with tx_gain_dbi and tx_loss_db, or erp (W): for measured_dbm
  # floor_dbm: -110    rows below are counted, not used
  # rx_height: 1.5     m; also rx_gain_dbi, rx_loss_db, tx_height_mode, polarization
  # rx_clutter.type: trees    as in a request (rx_clutter.height_m, tx_clutter.type, rx_indoor.building, …)
  lat,lon,measured_dbm        or measured_loss_db; rx_height where it varies; other columns are ignored`

interface Judged {
  set: string
  model: string
  ends: string
  figures: ReturnType<typeof figuresOf>
  n: number
}

export const run = program({
  usage,
  options: { dem: { type: 'string', multiple: true } },
  allowPositionals: true,
  async measure(values, positionals) {
    // A shell expands `--dem *.hgt` to one value and further positional arguments.
    const isTerrain = (path: string) =>
      isTileFile(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    const dem = [...(values.dem ?? []), ...positionals.filter(isTerrain)]
    const files = positionals.filter((path) => !isTerrain(path))
    if (files.length === 0 && dem.length > 0)
      throw new UsageError('--dem is for drive tests, and there is no FILE.')
    if (files.length > 0 && dem.length === 0) throw new UsageError(`--dem is missing.\n\n${usage}`)
    const sets: MeasuredSet[] = []
    for (const path of files) sets.push(await driveTest(path))
    if (files.length === 0) sets.push(await ruralLinks())

    const notes = [
      'Errors are predicted minus measured loss: a negative bias means that less power arrives than predicted.',
    ]
    const terrain = await terrainOf(dem)
    try {
      const judged: Judged[] = []
      for (const set of sets) {
        notes.push(`${set.name}: ${set.about}.`)
        judged.push(...(await judge(set, terrain, notes)))
      }
      const report = makeReport('the computation of POST /link, float64', judged.flatMap(rowsOf), notes)
      return { report, show: () => show(judged, report) }
    } finally {
      await terrain.close()
    }
  },
})

/** Opens terrain files and folders; throws if any cannot be read. */
async function terrainOf(dem: string[]): Promise<FileTerrain> {
  for (const path of dem) statSync(path)
  const terrain = await openTerrain({ folders: [dem], isBrief: true })
  const named = dem.map((path) => resolve(path))
  const bad = terrain.problems().find(({ path }) => named.includes(resolve(path)))
  if (bad === undefined) return terrain
  await terrain.close()
  throw new Error(bad.detail)
}

async function judge(set: MeasuredSet, terrain: FileTerrain, notes: string[]): Promise<Judged[]> {
  const judged: Judged[] = []
  const hasEnds = set.places.some((place) => place.ends !== undefined)
  for (const ends of hasEnds ? ['bare', 'with ends'] : ['bare']) {
    for (const model of pathLossModels.values()) {
      const common = { model: model.name, ...(model.uses_location && latitudeOf(set)) }
      const { compared, missing } = await compare(set.places, terrain, ({ fields, ends: around }) => ({
        ...fields,
        ...common,
        ...(ends !== 'bare' && around),
      }))
      const [first] = missing
      if (first) {
        notes.push(
          `${set.name}, ${ends}: ${model.name} has no loss for ${missing.length} of ${set.places.length}; ${first}`,
        )
      }
      if (compared.length > 0) {
        judged.push({
          set: set.name,
          model: model.name,
          ends,
          figures: figuresOf(compared),
          n: compared.length,
        })
      }
    }
  }
  return judged
}

function latitudeOf({ latitudeDeg }: MeasuredSet) {
  return latitudeDeg === undefined ? {} : { latitude: latitudeDeg }
}

/** Results where the model gives a loss, and reasons where it gives none. */
async function compare(
  places: readonly MeasuredPlace[],
  terrain: FileTerrain,
  bodyOf: (place: MeasuredPlace) => Fields,
): Promise<{ compared: Comparison[]; missing: string[] }> {
  const refusal = refusalOf(bodyOf(places[0]))
  if (refusal) return { compared: [], missing: places.map(({ name }) => `${name}: ${refusal}`) }
  const compared: Comparison[] = []
  const missing: string[] = []
  for (const place of places) {
    const { name, measuredDb, stretch } = place
    try {
      const {
        loss_db,
        distance_m: distanceM,
        warnings,
      } = await computeLink(withLinkDefaults(bodyOf(place)), undefined, terrain, [])
      if (loss_db.model === null) missing.push(`${name}: ${warnings[0]?.detail}`)
      else compared.push({ predictedDb: loss_db.model, measuredDb, distanceM, stretch, isHit: undefined })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      missing.push(`${name}: ${detailOf(error)}`)
    }
  }
  return { compared, missing }
}

/** Reason why a model rejects the request fields that all places share; `undefined` if accepted. */
function refusalOf(body: Fields): string | undefined {
  try {
    checkLink(body)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return detailOf(error)
    throw error
  }
}

function detailOf({ extra, message }: Problem): string {
  return extra.errors?.[0]?.detail ?? message
}

/** One row per figure: over all distances, and by distance bin. */
function rowsOf({ set, model, ends, n, figures }: Judged): Row[] {
  return [{ n, ...figures }, ...figures.by_distance].flatMap((part) => {
    const where = 'from_m' in part ? `, ${part.from_m} to ${part.to_m} m` : ''
    const values = { bias: part.bias_db, 'standard deviation': part.sigma_db, RMSE: part.rmse_db }
    return Object.entries(values).map(([name, value]) => {
      const figure = value ?? Number.NaN
      const quantity = `${name} of predicted minus measured loss, dB${where}`
      return { case: `${set} ${model}, ${ends}`, quantity, n: part.n, mean: figure, max: figure, pass: true }
    })
  })
}

function show(judged: readonly Judged[], report: ReturnType<typeof makeReport>): void {
  printHead(report)
  const names = ['set', 'ends', 'model']
  const figures = ['n', 'bias', 'σ', 'RMSE']
  const textOf = (db: number | null) => (db === null ? '' : db.toFixed(1))
  const line = (part: {
    n: number
    bias_db: number | null
    sigma_db: number | null
    rmse_db: number | null
  }) => [`${part.n}`, ...[part.bias_db, part.sigma_db, part.rmse_db].map(textOf)]
  printTable(
    [
      [...names, ...figures, 'fit: offset', 'slope', 'RMSE left'],
      ...judged.map(({ set, ends, model, n, figures }) => {
        const { correction, rmse_db } = figures.fit
        const fitted = [correction?.offset_db ?? null, correction?.slope_db ?? null, rmse_db].map(textOf)
        return [set, ends, model, ...line({ n, ...figures }), ...fitted]
      }),
    ],
    names.length,
  )
  console.log('')
  printTable(
    [
      [...names, 'km', ...figures],
      ...judged.flatMap(({ set, ends, model, figures }) =>
        figures.by_distance.map((bin) => [
          ...[set, ends, model, `${bin.from_m / 1000} to ${bin.to_m / 1000}`],
          ...line(bin),
        ]),
      ),
    ],
    names.length + 1,
  )
  for (const note of report.notes ?? []) console.log(`\n${note}`)
}
