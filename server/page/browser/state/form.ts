import { batch, computed, effect, signal, untracked } from '@preact/signals'
import { type components, dataOf } from '../../../client/requests.ts'
import {
  antennaFieldsOf,
  antennaOf,
  firstAntenna,
  patternField,
  shownAntennaFields,
  uploadedField,
} from '../request/antenna.ts'
import {
  type Document,
  type Draft,
  type Field,
  fieldsOf,
  firstDraft,
  requestOf,
  schemaOf,
} from '../request/fields.ts'
import { powerFields } from '../request/power.ts'
import { faultsByField } from '../service/failures.ts'
import { client, token } from '../service/session.ts'
import { sayUnit } from '../words/field-labels.ts'
import { antennas } from './antennas.ts'
import { landCover, type Preset, presets, readLandCover, readPresets } from './offers.ts'

type Model = components['schemas']['Model']

const listed = signal<Model[]>([])
export const document = signal<Document | undefined>(undefined)

let preparing: Promise<void> | undefined

/** Reads API document, models and presets once. */
export function prepareForms(): Promise<void> {
  preparing ??= readForms().catch((error: unknown) => {
    preparing = undefined
    throw error
  })
  return preparing
}

async function readForms(): Promise<void> {
  const [{ models }, described] = await Promise.all([
    client.value.GET('/models').then(dataOf),
    client.value.GET('/openapi.json').then(dataOf),
    readLandCover(),
  ])
  batch(() => {
    listed.value = models
    document.value = described as unknown as Document
  })
}

/** Form for one kind of request, built from the API document: typed values and errors. */
export class RequestForm {
  readonly draft = signal<Draft>({})
  readonly preset = signal<string | undefined>(undefined)
  /** True if the user has set the cell size, which otherwise follows the terrain. */
  readonly hasOwnCells = signal(false)
  readonly failure = signal<unknown>(undefined)
  /** Errors by field name; the empty name stands for the whole request. */
  readonly faults = computed<ReadonlyMap<string, string>>(() =>
    this.failure.value === undefined
      ? new Map()
      : faultsByField(this.failure.value, (name) => this.#unitOf(name)),
  )
  readonly model = computed(() => String(this.draft.value.model ?? ''))
  readonly #schema = computed(
    () => document.value && schemaOf(document.value, this.#kind, this.model.value || undefined),
  )
  /** Models that support this kind of request. */
  readonly models = computed(() =>
    listed.value.filter(({ name }) => document.value && schemaOf(document.value, this.#kind, name)),
  )
  readonly fields = computed<Field[]>(() => {
    const all = this.#schema.value ? fieldsOf(this.#schema.value) : []
    const fields = landCover.value ? all : all.map(withoutMap)
    return this.knowsPower.value ? fields : fields.filter(({ name }) => !powerFields.includes(name))
  })
  readonly knowsPower = computed(() =>
    listed.value.some(({ name, output }) => name === this.model.value && knowsPower(output)),
  )
  /** Antenna fields of the selected model; empty for models without an antenna. */
  readonly antennaFields = computed<Field[]>(() =>
    this.#schema.value ? antennaFieldsOf(this.#schema.value) : [],
  )
  readonly values = computed<Record<string, unknown>>(() => {
    const antenna = antennaOf(this.antennaFields.value, this.draft.value)
    return { ...requestOf(this.fields.value, this.draft.value), ...(antenna && { antenna }) }
  })
  /** Errors that belong to no visible field. */
  readonly otherFaults = computed<string[]>(() => {
    const shown = shownAntennaFields(this.antennaFields.value, this.draft.value)
    const names = new Set([patternField, ...[...this.fields.value, ...shown].map(({ name }) => name)])
    return [...this.faults.value].filter(([name]) => !names.has(name)).map(([, detail]) => detail)
  })
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
    effect(() => {
      // The first model in the list is the default.
      const [first] = this.models.value
      if (first && untracked(() => this.model.value) === '') untracked(() => this.chooseModel(first.name))
    })
    effect(() => {
      if (token.value === undefined) untracked(() => this.clear())
    })
    // Deselects an antenna pattern that has been deleted.
    effect(() => {
      const known = antennas.value
      const chosen = String(untracked(() => this.draft.value[uploadedField]) ?? '')
      if (known === undefined || chosen === '' || known.some(({ id }) => id === chosen)) return
      untracked(() => this.setField(uploadedField, ''))
    })
  }

  /** Resets all fields to the defaults of the current model. */
  clear(): void {
    const { value: name } = this.model
    this.draft.value = {}
    this.preset.value = undefined
    this.hasOwnCells.value = false
    this.failure.value = undefined
    this.chooseModel(name)
  }

  chooseModel(name: string): void {
    const schema = document.value && schemaOf(document.value, this.#kind, name)
    if (schema === undefined) return
    const [plain, ofAntenna] = [fieldsOf(schema), antennaFieldsOf(schema)]
    const others = [...plain, ...ofAntenna]
    const kept = Object.entries(this.draft.value).filter(([field, value]) =>
      others.some((one) => one.name === field && isPossible(one, value)),
    )
    this.draft.value = {
      ...firstDraft(plain),
      ...firstAntenna(ofAntenna),
      ...Object.fromEntries(kept),
      model: name,
    }
  }

  usePreset(name: string): void {
    const preset = presets.value.find((one) => one.name === name)
    if (preset === undefined) return
    const { model, ...figures } = preset.body
    this.chooseModel(String(model))
    for (const [field, value] of Object.entries(figures)) {
      if (field in this.draft.value) this.setField(field, String(value))
    }
    this.preset.value = name
  }

  /** Selects the preset whose values equal those in the form, if any. */
  async recognizePreset(): Promise<void> {
    await readPresets()
    const { value } = this.draft
    const holds = ({ body }: Preset) =>
      Object.entries(body).every(([name, figure]) => !(name in value) || value[name] === String(figure))
    this.preset.value = presets.value.find(holds)?.name
  }

  #unitOf(name: string): string | undefined {
    const field = [...this.fields.value, ...this.antennaFields.value].find((one) => one.name === name)
    return field?.unit && sayUnit(field.unit)
  }

  setField(name: string, value: string | string[]): void {
    const replaced = this.fields.value.flatMap((field) => {
      if (value.length === 0 || field.insteadOf === undefined) return []
      return field.name === name
        ? [[field.insteadOf, '']]
        : field.insteadOf === name
          ? [[field.name, '']]
          : []
    })
    // Set before the draft changes, because a change of the draft runs effects at once.
    if (name === 'resolution') this.hasOwnCells.value = value.length > 0
    this.draft.value = { ...this.draft.value, ...Object.fromEntries(replaced), [name]: value }
  }
}

/** False for geometric models, whose results contain no power. */
export function knowsPower(output: readonly string[]): boolean {
  return output.includes('received_power')
}

/** Field without the option `map`, for services without land-cover layers. */
function withoutMap(field: Field): Field {
  return { ...field, options: field.options.filter((option) => option !== 'map') }
}

function isPossible({ options }: Field, value: string | string[]): boolean {
  return options.length === 0 || [value].flat().every((one) => options.includes(one))
}
