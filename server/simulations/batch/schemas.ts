import { Type } from 'typebox'
import { maximumBatch } from '../../config/limits.ts'
import { count, list, nullable, object, strictObject, text, word } from '../../http/schemas/common.ts'
import { SimulationRequest } from '../../requests/simulation.ts'
import { requestExamples } from '../document.ts'

const exampleBatch = 'bat_Xk81dQzR0vWm4LcTnE7s'
const [first] = Object.values(requestExamples).map(({ value }) => value)

export const BatchRequest = strictObject('BatchRequest', 'Simulations that are accepted together', {
  simulations: Type.Array(SimulationRequest, {
    minItems: 1,
    maxItems: maximumBatch,
    description: 'Simulation requests, as bodies of POST /simulate',
    examples: [[first]],
  }),
  grid: Type.Optional(
    nullable(
      word(
        ['first'],
        'Common grid. first: simulations without a grid use the cells of the first simulation, so that all results align; null, or no value: each simulation has its own grid',
      ),
    ),
  ),
})

export const BatchTable = Type.String({
  title: 'BatchTable',
  description: `Table of simulations (CSV, RFC 4180, UTF-8, separated by commas) with 1 to ${maximumBatch} rows after the header row. Columns are named like the fields of a request, nested fields like antenna.tilt. An empty cell means that the field is absent; layers are separated by commas within quotes; empty rows are skipped`,
  maxLength: 1_048_576,
  examples: [
    'name,tx_lat,tx_lon,tx_height,frequency,max_range\nnorth,-35.27,149.1583,30,868,10\n"south, low",-35.3,149.1583,12,868,10\n',
  ],
})

const Member = object('BatchMember', 'Simulation of the batch', {
  id: text('ID of the simulation', 'sim_vq7YS5ecugNBEHXOPC7r'),
  status: word(['pending'], 'Status of the accepted simulation, always pending'),
})

export const BatchStarted = object(
  'BatchStarted',
  'Accepted batch; all records and charges are on stable storage',
  {
    batch_id: text('ID of the batch, for GET /simulations?batch=', exampleBatch),
    simulations: list(Member, 'Simulations in the order of the request'),
    credits: count('credits', 'Credits held for all simulations of the batch', 2),
  },
)
