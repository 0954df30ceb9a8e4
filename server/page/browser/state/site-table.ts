/** Creates a network from a file of sites, simulated with the form's values on the cells of the first site. */

import { batch, effect, signal } from '@preact/signals'
import { LARGEST_BYTES } from '../../../client/areas.ts'
import { type components, dataOf } from '../../../client/requests.ts'
import { type CandidatePlace, placesOfFile } from '../request/candidate-places.ts'
import { attempt } from '../service/attempt.ts'
import { client, isShared, refreshAccountSoon, token } from '../service/session.ts'
import { sayNetwork } from '../words/network.ts'
import { offerDrops } from './areas.ts'
import { form } from './asking.ts'
import { prepareForms } from './form.ts'
import { isChanging, makeNetwork } from './network.ts'
import { network } from './results.ts'
import { view } from './view.ts'

type Simulation = components['schemas']['SimulationRequest']

/** Maximum number of sites in a network. */
const MAXIMUM_SITES = 250

export interface SiteTable {
  fileName: string
  simulations: Simulation[]
  credits: number
  seconds: number
}

/** Sites of the last file, with price and computing time. */
export const siteTable = signal<SiteTable | undefined>(undefined)
export const siteTableFault = signal<string | undefined>(undefined)
export const isStarting = signal(false)

/** Reads a file of sites and requests the price; false if the file has none. */
export async function readSites(file: File): Promise<boolean> {
  const text = file.size <= LARGEST_BYTES ? await file.text().catch(() => '') : ''
  const places = placesOfFile(text)
  siteTable.value = undefined
  siteTableFault.value = undefined
  if (places === undefined) return false
  if (places.length > MAXIMUM_SITES) {
    siteTableFault.value = sayNetwork('tooManySites', { count: places.length, maximum: MAXIMUM_SITES })
    return true
  }
  await attempt(async () => {
    await prepareForms()
    const [first, ...others] = places.map(simulationAt)
    const { credits, seconds } = dataOf(await client.value.POST('/api/v1/simulate/estimate', { body: first }))
    siteTable.value = {
      fileName: file.name,
      simulations: [first, ...others],
      credits: credits * places.length,
      seconds: seconds * places.length,
    }
  }, siteTableFault)
  return true
}

export async function chooseSites(file: File): Promise<void> {
  if (!(await readSites(file))) siteTableFault.value = sayNetwork('fileHasNoSites', { file: file.name })
}

function simulationAt({ name, lat, lon }: CandidatePlace): Simulation {
  const place = { tx_lat: lat, tx_lon: lon, ...(name !== undefined && { name }) }
  return { ...form.values.value, ...place } as Simulation
}

export async function computeSites(): Promise<void> {
  const table = siteTable.value
  if (table === undefined || isStarting.value || isChanging.value) return
  const start = async () => {
    const header = { 'idempotency-key': crypto.randomUUID() }
    const body = { simulations: table.simulations, grid: 'first' } as components['schemas']['BatchRequest']
    const started = await client.value.POST('/api/v1/simulations/batch', { body, params: { header } })
    const { batch_id } = dataOf(started)
    siteTable.value = undefined
    void refreshAccountSoon()
    await makeNetwork({ batch: batch_id, name: table.fileName.replace(/\.[^.]*$/, '') })
  }
  await attempt(start, siteTableFault, { busy: isStarting })
}

effect(() => {
  void token.value
  batch(() => {
    siteTable.value = undefined
    siteTableFault.value = undefined
  })
})

offerDrops(() => view.value === 'networks' && network.value === undefined && !isShared.value, readSites)
