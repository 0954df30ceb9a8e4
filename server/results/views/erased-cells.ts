/**
 * Results of engine versions before 0.4.0: stored values end at `rx_sensitivity_dbm`. The raster `class` is
 * stored separately if requested, even without values. A view with a lower sensitivity shows only the stored
 * values.
 */

import type { CellView } from './view.ts'
import { type Covered, NoLayerError } from './view.ts'

const FIRST_WITH_ALL_CELLS = [0, 4]

export interface ErasedCells {
  /** True if the raster `class` separates too weak cells from unknown cells. */
  hasClass: boolean
}

/** True if cells below the request's sensitivity have no value. */
export function hasErasedCells(params: Readonly<Record<string, unknown>>, engineVersion: string): boolean {
  if (params.rx_sensitivity_dbm === undefined) return false
  const [major, minor = 0] = engineVersion.split('.').map(Number)
  const [firstMajor, firstMinor] = FIRST_WITH_ALL_CELLS
  return major < firstMajor || (major === firstMajor && minor < firstMinor)
}

interface Layer {
  name: string
  stored: string
  zones: { kind: string; label: string }[]
  cells?: CellView
  stated?: Record<string, number>
  erased?: ErasedCells
}

/** Layer restricted to what the requested layers contain. `own`: cells in the view of the request. */
export function ofErasedCells<Shown extends Layer>(
  shown: Shown,
  requested: readonly string[],
  own: CellView,
): Shown {
  const hasClass = requested.includes('class')
  if (!requested.includes('value')) {
    if (shown.name !== 'class' || shown.stated) {
      throw new NoLayerError('Only the classes of this result were stored, in the view of its request.')
    }
    const { cells: _none, ...classes } = shown
    return { ...classes, stored: 'class' } as Shown
  }
  const zones = shown.name === 'value' && !hasClass ? withoutUnknown(shown.zones) : shown.zones
  const { offsetDb, covered, stronger } = shown.cells as CellView
  return {
    ...shown,
    zones,
    cells: {
      offsetDb,
      covered: ofKnown(covered, own.covered),
      ...(stronger && {
        stronger: { ...stronger, covered: ofKnown(stronger.covered, own.covered) ?? stronger.covered },
      }),
    },
    erased: { hasClass },
  }
}

/** Merges the zones of too weak and of unknown cells into one zone. */
function withoutUnknown(zones: Layer['zones']): Layer['zones'] {
  return zones
    .filter(({ kind }) => kind !== 'unknown')
    .map((zone) => (zone.kind === 'lacking' ? { ...zone, label: `${zone.label}, or unknown` } : zone))
}

/** All stored values are covered if the view's sensitivity is not above the sensitivity of the request. */
function ofKnown(covered: Covered | undefined, own: Covered | undefined): Covered | undefined {
  if (covered === undefined || own === undefined) return covered
  return {
    from: covered.from <= own.from ? -Number.MAX_VALUE : covered.from,
    to: covered.to >= own.to ? Number.MAX_VALUE : covered.to,
  }
}
