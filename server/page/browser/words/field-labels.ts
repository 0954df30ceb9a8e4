import { say, sayIfKnown } from './words.ts'

/** Where the catalogue lacks a field, such as a new parameter of a model, it is what the service says of it. */
export function labelOf(name: string, description: string): string {
  return sayIfKnown(`field: ${name}`) ?? (description.split(/[;:(,]/)[0] || name)
}

/** What is a symbol already is that in every language. */
export function sayUnit(unit: string): string {
  return sayIfKnown(`unit: ${unit}`) ?? unit
}

export function sayOption(option: string): string {
  return sayIfKnown(`option: ${option}`) ?? option.replaceAll('_', ' ')
}

/** What a model is called; in the service's own words where the catalogue lacks it. */
export function titleOfModel(name: string, title = name): string {
  return sayIfKnown(`model: ${name}`) ?? title
}

/** The name that somebody gave a simulation, else its model. */
export function titleOf({ name, model }: { name?: string; model: string }): string {
  return name || say('unnamed', { model: titleOfModel(model) })
}
