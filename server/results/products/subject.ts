import type { BandLook } from '../../../storage/rasters/palette.ts'

/** A layer of a finished simulation, as the threads that make its products are given it. */
export interface Subject {
  id: string
  /** Its object in the store of rasters. */
  tif: string
  /** Of the layer that distinguishes too weak from unknown, for a layer that does not. */
  classTif?: string
  look: BandLook
  /** The request with its defaults. */
  params: Record<string, unknown>
  engine: { version: string; backend: string; device: string } | null
  sources: { name: string; attribution: string }[]
  completedAt: string
}

/** Whom to credit for the ground. */
export function attributionOf({ sources }: Subject): string {
  const texts = [...new Set(sources.map(({ attribution }) => attribution))].filter((text) => text !== '')
  return texts.length > 0 ? texts.join('; ') : 'unknown'
}

/** The software and what the computation ran on. */
export function engineOf({ engine }: Subject): string {
  return engine === null
    ? 'radio-coverage-service'
    : `radio-coverage-service ${engine.version} (${engine.backend}, ${engine.device})`
}
