import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import t from 'tap'
import type { OpenApiDocument } from '../../helpers/client.ts'
import { startTestServer } from '../../helpers/server.ts'
import { FakeStripe } from '../../helpers/stripe.ts'

// What the document says of every field: meaning, unit and an example.

interface Schema {
  $ref?: string
  type?: string
  description?: string
  examples?: unknown[]
  'x-unit'?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}

interface Operation {
  parameters?: { name: string; description?: string; example?: unknown; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}

interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, { summary: string; value: unknown }>
}

const stripe = new FakeStripe()
await stripe.start(t)
const documents = {
  sandbox: (await startTestServer(t)).document,
  stripe: (await startTestServer(t, { env: stripe.env })).document,
}

function operationsOf(document: OpenApiDocument): [string, Operation][] {
  return Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation as unknown as Operation,
    ]),
  )
}

for (const [payments, document] of Object.entries(documents)) {
  const schemas = document.components.schemas as Record<string, Schema>
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', components: document.components })

  const resolved = (schema: Schema): Schema => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
    return name === undefined ? schema : { ...schemas[name], ...schema, $ref: '' }
  }
  /** What a value may be, null left out. */
  const choices = (schema: Schema): Schema[] =>
    (schema.anyOf ?? schema.oneOf ?? [schema]).filter(({ type }) => type !== 'null').map(resolved)
  let faults: string[] = []
  let looked = 0
  const expect = (holds: unknown, what: string) => {
    looked++
    if (!holds) faults.push(what)
  }
  t.beforeEach(() => {
    faults = []
    looked = 0
  })
  const validators = new Map<string, ValidateFunction>()
  const isValid = (schema: Schema, value: unknown) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    const validate = validators.get(text) ?? ajv.compile(JSON.parse(text))
    validators.set(text, validate)
    return validate(value)
  }

  /** Fields of fields are looked at by themselves, so only values without any need an example. */
  function checkField(name: string, field: Schema): void {
    const whole = resolved(field)
    const members = choices(whole)
    expect(
      [whole, ...members].some(({ description }) => description),
      `${name} has a description`,
    )
    const examples = [whole, ...members].flatMap((member) => member.examples ?? [])
    const hasFields = members.every((member) => member.properties || resolved(member.items ?? {}).properties)
    if (!hasFields) expect(examples.length > 0, `${name} has an example`)
    for (const example of examples)
      expect(isValid(field, example), `${name} may be ${JSON.stringify(example)}`)
    for (const member of members) checkUnit(name, member, whole['x-unit'])
  }

  function checkUnit(name: string, schema: Schema, above: string | undefined): void {
    const unit = schema['x-unit'] ?? above
    for (const member of choices(schema)) {
      if (/^(number|integer)$/.test(member.type ?? '')) expect(member['x-unit'] ?? unit, `${name} has a unit`)
      if (member.items && !resolved(member.items).properties) checkUnit(name, member.items, unit)
    }
  }

  function checkFields(name: string, schema: Schema): void {
    for (const [member, field] of Object.entries(schema.properties ?? {})) {
      checkField(`${name}.${member}`, field)
      if (!field.$ref) for (const choice of choices(field)) checkFields(`${name}.${member}`, choice)
      if (field.items && !field.items.$ref) checkFields(`${name}.${member}[]`, field.items)
    }
  }

  t.test(`${payments}: every property has a description, a unit and a valid example`, async (t) => {
    t.ok(Object.keys(schemas).length > 60)
    for (const [name, schema] of Object.entries(schemas)) {
      expect(/^[A-Z][A-Za-z0-9]+$/.test(name), `${name} is a name`)
      expect(schema.description, `${name} has a description`)
      checkFields(name, schema)
    }
    t.ok(looked > 1000, 'fields are looked at')
    t.same(faults, [])
  })

  t.test(`${payments}: every parameter has a description and an example`, async (t) => {
    for (const [name, { parameters = [] }] of operationsOf(document)) {
      for (const parameter of parameters) {
        const { description, example, required, schema } = parameter
        expect(description, `${parameter.name} of ${name} has a description`)
        // A page that tries it out sends an example of the parameter itself.
        const shown = required ? example : schema.examples?.[0]
        expect(shown !== undefined && isValid(schema, shown), `${parameter.name} of ${name} has an example`)
        expect(required || example === undefined, `${parameter.name} of ${name} is not sent unasked`)
        checkUnit(parameter.name, schema, undefined)
      }
    }
    t.ok(looked > 100, 'parameters are looked at')
    t.same(faults, [])
  })

  t.test(`${payments}: JSON bodies and answers have a name, bodies an example`, async (t) => {
    for (const [name, { requestBody, responses }] of operationsOf(document)) {
      for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
        if (type.endsWith('json')) expect(media.schema.$ref, `the body of ${name} has a name`)
        const values = media.examples
          ? Object.values(media.examples).map(({ value }) => value)
          : [media.example]
        for (const value of values) {
          expect(
            value !== undefined && isValid(media.schema, value),
            `${name} takes ${JSON.stringify(value)}`,
          )
        }
      }
      for (const { content = {} } of Object.values(responses)) {
        for (const [type, { schema }] of Object.entries(content)) {
          if (type.endsWith('json')) expect(schema.$ref, `an answer of ${name} has a name`)
        }
      }
    }
    t.ok(looked > 100, 'bodies are looked at')
    t.same(faults, [])
  })
}
