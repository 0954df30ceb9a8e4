import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { models } from '../../kernels/models.ts'
import * as linkDocument from '../../server/link/document.ts'
import { linkRuleErrors } from '../../server/link/rules.ts'
import { LinkRequest } from '../../server/link/schemas.ts'
import { antennaErrors, antennaWithDefaults } from '../../server/requests/antenna-rules.ts'
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

t.test(
  'each model takes its parameters from their lowest to their highest values, and none beyond',
  async (t) => {
    let count = 0
    for (const [kind, body, isOf] of [
      ['simulations', request, () => true],
      ['links', link, ({ kind }: { kind: string }) => kind === 'path_loss'],
    ] as const) {
      const { judged, rules } = kinds[kind]
      for (const model of [...models.values()].filter(isOf)) {
        const has = { ...body, model: model.name }
        for (const {
          name,
          type,
          minimum = 0,
          maximum = 0,
          enum: words = [],
          default: usual,
        } of model.parameters) {
          for (const value of type === 'number' ? [minimum, maximum, usual] : words) {
            const one = { ...has, [name]: value }
            t.ok(ajv.validate(judged, one), `${JSON.stringify(one)}: ${ajv.errorsText()}`)
            t.same(
              rules(one).filter(({ pointer = '' }) => pointer === `#/${name}`),
              [],
            )
            count++
          }
          if (type !== 'number') continue
          const stepped = (maximum - minimum) / 1e6
          for (const value of [minimum - stepped, maximum + stepped])
            refusedByBoth(t, kind, { ...has, [name]: value })
        }
      }
    }
    t.ok(count > 50, `${count} values`)
  },
)

t.test('an antenna has the fields that change something, and no others', async (t) => {
  const model = models.get('p526') as NonNullable<ReturnType<typeof models.get>>
  const without = models.get('free_space') as typeof model
  const sector = { type: 'sector', horizontal_beamwidth: 65, vertical_beamwidth: 10, front_to_back: 25 }
  const omni = { type: 'omni', vertical_beamwidth: 10 }
  const use = { model, dependsOnPower: true, hasNorth: true }
  for (const [antenna, more, paths] of [
    [{ azimuth: 120, tilt: 3, pattern: sector }, {}, []],
    [{ azimuth: 120, tilt: 3, pattern: omni }, {}, []],
    [{ azimuth: 120, tilt: 0, pattern: omni }, {}, ['azimuth']],
    [{ azimuth: 120, pattern: omni }, {}, ['azimuth']],
    [{ tilt: 3, pattern: omni }, {}, []],
    [{ azimuth: 1, tilt: 3 }, {}, ['azimuth', 'tilt']],
    [{ azimuth: 120, pattern: sector }, { hasNorth: false }, ['azimuth']],
    [{ tilt: 3, pattern: sector }, { dependsOnPower: false }, ['tilt', 'pattern']],
    [{ pattern: { type: 'omni' } }, { dependsOnPower: false }, []],
    [
      { pattern: { type: 'sector', horizontal_beamwidth: 65 } },
      {},
      ['pattern/vertical_beamwidth', 'pattern/front_to_back'],
    ],
    [{ pattern: { type: 'uploaded' } }, {}, ['pattern/id']],
    [{ pattern: { ...omni, horizontal_beamwidth: 65 } }, {}, ['pattern/horizontal_beamwidth']],
    [{ polarization: 'vertical' }, { model: without }, ['polarization']],
  ] as const) {
    const errors = antennaErrors({ antenna }, { ...use, ...more })
    t.same(
      errors.map(([path]) => path).sort(),
      paths.map((path) => `antenna/${path}`).sort(),
      JSON.stringify(antenna),
    )
  }
  const polarized = (own: string, polarization?: string) =>
    antennaErrors(
      { antenna: { polarization: own }, polarization },
      { ...use, model: models.get('itm') ?? model },
    )
  t.same([polarized('vertical'), polarized('vertical', 'vertical')], [[], []])
  t.match(polarized('vertical', 'horizontal'), [['antenna/polarization', /must be the same/]])

  t.same(antennaWithDefaults({ pattern: sector } as never, {}, true), {
    azimuth: 0,
    tilt: 0,
    pattern: sector,
  })
  t.same(antennaWithDefaults({ pattern: omni } as never, {}, true), { tilt: 0, pattern: omni })
  t.same(antennaWithDefaults({ tilt: 2, pattern: omni } as never, {}, true), {
    azimuth: 0,
    tilt: 2,
    pattern: omni,
  })
  t.same(antennaWithDefaults({}, { polarization: 'vertical' }, true), {
    polarization: 'vertical',
    pattern: { type: 'omni' },
  })
  t.same(antennaWithDefaults({ pattern: sector } as never, {}, false), { pattern: sector })
})
