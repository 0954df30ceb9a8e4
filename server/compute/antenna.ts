/** Converts the transmitter antenna of a request to the kernels' type, and uploaded files to patterns. */

import { createHash } from 'node:crypto'
import { beamwidthDeg, type Cut, cutDb } from '../../kernels/antenna/cut.ts'
import type { Antenna, AntennaPattern } from '../../kernels/antenna/pattern.ts'
import type { PatternFile } from '../../kernels/antenna/samples.ts'
import type { StoredAntenna, StoredCut } from '../../storage/antennas/types.ts'
import type { AntennaField } from '../requests/antenna-schemas.ts'
import { JobError } from './errors.ts'

/** Hexadecimal digits of an antenna id: enough to make collisions negligible. */
const ID_DIGITS = 24
/** Decimal places of the gains in a stored pattern. */
const DECIMALS = 2

export function uploadedId(antenna: AntennaField | undefined): string | undefined {
  return antenna?.pattern?.type === 'uploaded' ? antenna.pattern.id : undefined
}

export type AntennaReader = (accountId: string, id: string) => Promise<StoredAntenna | undefined>

/** Loads the antenna of a request. Throws a `JobError` if the uploaded pattern no longer exists. */
export async function antennaFor(
  accountId: string,
  field: AntennaField | undefined,
  readAntenna: AntennaReader | undefined,
): Promise<Antenna | undefined> {
  if (field === undefined) return undefined
  const id = uploadedId(field)
  const stored = id === undefined ? undefined : await readAntenna?.(accountId, id)
  if (id !== undefined && stored === undefined) {
    throw new JobError('invalid_parameters', `The antenna pattern ${id} no longer exists.`)
  }
  return antennaOf(field, stored)
}

/** Converts a validated antenna field; `stored` is the uploaded pattern that the field names, if any. */
export function antennaOf(field: AntennaField, stored: StoredAntenna | undefined): Antenna {
  const { azimuth = 0, tilt = 0, pattern } = field
  return { azimuthDeg: azimuth, tiltDeg: tilt, pattern: patternOf(pattern, stored) }
}

function patternOf(pattern: AntennaField['pattern'], stored: StoredAntenna | undefined): AntennaPattern {
  switch (pattern?.type) {
    case 'sector':
      return {
        type: 'sector',
        horizontalBeamwidthDeg: pattern.horizontal_beamwidth as number,
        verticalBeamwidthDeg: pattern.vertical_beamwidth as number,
        frontToBackDb: pattern.front_to_back as number,
      }
    case 'uploaded': {
      if (stored === undefined) throw new Error(`Expected the pattern ${pattern.id}.`)
      return { type: 'cuts', horizontal: cutOf(stored.horizontal), vertical: cutOf(stored.vertical) }
    }
    default: {
      const { vertical_beamwidth: verticalBeamwidthDeg } = pattern ?? {}
      return { type: 'omni', ...(verticalBeamwidthDeg !== undefined && { verticalBeamwidthDeg }) }
    }
  }
}

function cutOf({ angles_deg, attenuation_db }: StoredCut): Cut {
  return { anglesDeg: Float64Array.from(angles_deg), attenuationDb: Float64Array.from(attenuation_db) }
}

/** The id is a hash of file and name, so repeating an upload yields the same antenna. */
export function storedAntenna(file: PatternFile, text: string, name: string | undefined): StoredAntenna {
  const patternName = name ?? file.name ?? ''
  const hash = createHash('sha256').update(patternName).update('\0').update(text).digest('hex')
  return {
    id: `ant_${hash.slice(0, ID_DIGITS)}`,
    name: patternName,
    make: file.make,
    frequency_mhz: file.frequencyMhz,
    gain_dbi: file.gainDbi,
    polarization: file.polarization,
    tilt: file.tilt,
    horizontal_beamwidth: rounded(beamwidthDeg(file.horizontal)),
    vertical_beamwidth: rounded(beamwidthDeg(file.vertical)),
    front_to_back: Number((cutDb(file.horizontal, 180) - cutDb(file.horizontal, 0)).toFixed(DECIMALS)),
    created_at: new Date().toISOString(),
    ...storedCuts(file),
  }
}

export function storedCuts({ horizontal, vertical }: { horizontal: Cut; vertical: Cut }) {
  return { horizontal: stored(horizontal), vertical: stored(vertical) }
}

function stored({ anglesDeg, attenuationDb }: Cut): StoredCut {
  return { angles_deg: Array.from(anglesDeg), attenuation_db: Array.from(attenuationDb) }
}

function rounded(degrees: number | undefined): number | null {
  return degrees === undefined ? null : Number(degrees.toFixed(DECIMALS))
}
