import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import * as linkDocument from '../../server/link/document.ts'
import { linkRuleErrors } from '../../server/link/rules.ts'
import { LinkRequest } from '../../server/link/schemas.ts'
import { ruleErrors, SimulationRequest } from '../../server/requests/simulation.ts'
import * as simulationDocument from '../../server/simulations/document.ts'
import { objectOf, type Schema } from '../helpers/fuzz-values.ts'

// The document has a schema for each model; the service checks requests by one schema and rules. Both have to agree.

const ajv = new Ajv2020({ strict: false })

const kinds = {
  simulations: {
    judged: SimulationRequest as unknown as Schema,
    documented: simulationDocument.RequestByModel as Schema,
    rules: (body: object) => ruleErrors(body),
    numRuns: 1500,
  },
  links: {
    judged: LinkRequest as unknown as Schema,
    documented: linkDocument.RequestByModel as Schema,
    rules: linkRuleErrors,
    numRuns: 3000,
  },
}

for (const [kind, { judged, documented, rules, numRuns }] of Object.entries(kinds)) {
  const fits = ajv.compile(judged)
  const alternatives = (documented.oneOf ?? []).map((alternative) => ajv.compile(alternative))
  const isAccepted = (body: object) => fits(body) && rules(body).length === 0
  const matching = (body: object) => alternatives.filter((validate: ValidateFunction) => validate(body))

  t.test(`${kind}: what the service accepts matches exactly one alternative`, async (t) => {
    let accepted = 0
    const bodies = fc.oneof(objectOf(judged, fc.constant(0)), objectOf(documented, fc.constantFrom(0, 1)))
    fc.assert(
      fc.property(bodies, (body) => {
        if (!isAccepted(body)) return
        accepted++
        if (matching(body).length !== 1) throw new Error(`${matching(body).length} alternatives match`)
      }),
      { seed: 1, numRuns },
    )
    t.comment(`${accepted} were accepted`)
    t.ok(accepted > 20)
  })
}

function refusedByBoth(t: Test, kind: keyof typeof kinds, body: object): void {
  const { judged, documented, rules } = kinds[kind]
  const name = JSON.stringify(body)
  t.notOk(ajv.validate(judged, body) && rules(body).length === 0, `the service refuses ${name}`)
  t.notOk(ajv.validate(documented, body), `the document does not allow ${name}`)
}

const request = { tx_lat: 46.5, tx_lon: 7.5, tx_height: 20, frequency: 868, max_range: 1 }
const link = { tx_lat: 46.5, tx_lon: 7.5, tx_height: 20, frequency: 868, rx_lat: 46.6, rx_lon: 7.6 }

t.test('a body without a model is one of the default model', async (t) => {
  t.ok(ajv.validate(kinds.simulations.documented, request))
  t.ok(ajv.validate(kinds.simulations.documented, { ...request, layers: ['visible', 'min_height'] }))
  t.ok(ajv.validate(kinds.links.documented, { ...link, ground_permittivity: 30 }))
  refusedByBoth(t, 'simulations', { ...request, time_percent: 50 })
  refusedByBoth(t, 'links', { ...link, time_percent: 50 })
})

t.test("neither takes another model's fields or what lies beyond a model's limits", async (t) => {
  const simulations = [
    { model: 'hata', k_factor: 1 },
    { model: 'hata', frequency: 5000 },
    { model: 'hata', environment: 'lunar' },
    { model: 'hata', time_percent: 50 },
    { model: 'hata', layers: ['visible'] },
    { model: 'los', antenna: {} },
    { model: 'los', rx_gain_dbi: 3 },
    { model: 'los', output: 'path_loss' },
    { model: 'los_fresnel', layers: ['min_height'] },
    { model: 'p1812', time_percent: 60 },
    { model: 'none' },
    { unknown: 1 },
  ]
  for (const fields of simulations) refusedByBoth(t, 'simulations', { ...request, ...fields })
  const profile = { distance_m: [0, 1000, 2000], ground_m: [1, 2, 3] }
  for (const fields of [{ model: 'los' }, { model: 'p526', resolution: 30 }, { profile }]) {
    refusedByBoth(t, 'links', { ...link, ...fields })
  }
  refusedByBoth(t, 'links', { tx_height: 20, frequency: 868 })
})
