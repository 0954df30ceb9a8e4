import type { GeojsonOptions } from './geojson.ts'
import type { Subject } from './subject.ts'

/** Every product, with what it is made by beside its subject. */
export interface ProductOptions {
  geojson: GeojsonOptions
}

export type ProductName = keyof ProductOptions

/** What a thread is to make, and the file it writes. */
export type ProductTask = {
  [Name in ProductName]: { product: Name; options: ProductOptions[Name]; subject: Subject; path: string }
}[ProductName]

export type ToThread = { task: ProductTask } | { stop: true }

/** The file is there, or why it is not. */
export type FromThread = { made: true } | { failed: string }
