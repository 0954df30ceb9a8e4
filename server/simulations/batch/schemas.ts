import { Type } from 'typebox'
import { maximumBatch } from '../../config/limits.ts'
import { count, list, nullable, object, text, word } from '../../http/schemas/common.ts'
import { SimulationRequest } from '../../requests/simulation.ts'
import { requestExamples } from '../document.ts'

const exampleBatch = 'bat_Xk81dQzR0vWm4LcTnE7s'
const [first] = Object.values(requestExamples).map(({ value }) => value)

export const BatchRequest = object(
  'BatchRequest',
  'Simulations that are accepted together',
  {
    simulations: Type.Array(SimulationRequest, {
      minItems: 1,
      maxItems: maximumBatch,
      description: 'Bodies of POST /simulate',
      examples: [[first]],
    }),
    grid: Type.Optional(
      nullable(
        word(
          ['first'],
          'first: the cells of the first simulation for all others that have no grid of their own, so that all results align; null, as without it: each has its own',
        ),
      ),
    ),
  },
  { additionalProperties: false },
)

export const BatchTable = Type.String({
  title: 'BatchTable',
  description: `A table (RFC 4180, UTF-8, cells separated by commas) of 1 to ${maximumBatch} rows; the first row names the columns as the fields of a request, nested fields as antenna.tilt. An empty cell leaves its field out, layers are separated by commas within quotes, empty rows are skipped`,
  maxLength: 1_048_576,
  examples: [
    'name,tx_lat,tx_lon,tx_height,frequency,max_range\nnorth,-35.27,149.1583,30,868,10\n"south, low",-35.3,149.1583,12,868,10\n',
  ],
})

const Member = object('BatchMember', 'A simulation of the batch', {
  id: text('ID of the simulation', 'sim_vq7YS5ecugNBEHXOPC7r'),
  status: word(['pending'], 'Always pending'),
})

export const BatchStarted = object(
  'BatchStarted',
  'All were accepted; records and charges are on stable storage',
  {
    batch_id: text('ID of the batch, for GET /simulations?batch=', exampleBatch),
    simulations: list(Member, 'In the order of the request'),
    credits: count('credits', 'Held for all of them together', 2),
  },
)
