import { say, sayIfKnown } from './words.ts'

/** Label of a field; untranslated fields, such as new model parameters, use the API's description. */
export function labelOf(name: string, description: string): string {
  return sayIfKnown(`field: ${name}`) ?? (description.split(/[;:(,]/)[0] || name)
}

/** Text of a unit; symbols of units are not translated. */
export function sayUnit(unit: string): string {
  return sayIfKnown(`unit: ${unit}`) ?? unit
}

export function sayOption(option: string): string {
  return sayIfKnown(`option: ${option}`) ?? option.replaceAll('_', ' ')
}

export function titleOfModel(name: string, title = name): string {
  return sayIfKnown(`model: ${name}`) ?? title
}

/** Title of a simulation: the name, or else the model. */
export function titleOf({ name, model }: { name?: string; model: string }): string {
  return name || say('unnamed', { model: titleOfModel(model) })
}
