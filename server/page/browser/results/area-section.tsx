import type { ComponentChildren } from 'preact'
import { coveredWithin } from '../../../client/areas.ts'
import { Choice, Fault, Pair } from '../controls/controls.tsx'
import {
  addCorner,
  areaFault,
  area as areaShown,
  areaStats,
  areas,
  chosen,
  closeArea,
  corners,
  dropCorner,
  removeArea,
  rename,
  startDrawing,
  stopDrawing,
} from '../state/areas.ts'
import { drawnMap } from '../state/centre.ts'
import { hasMap } from '../state/view.ts'
import { sayKm2, sayShare } from '../words/units.ts'
import { percentFigure, say } from '../words/words.ts'
import { FileChip } from './file-chip.tsx'
import { ZoneRows } from './zone-rows.tsx'

export function AreaSection({ children }: { children?: ComponentChildren }) {
  const area = areaShown.value
  return (
    <section class="area-section" aria-label={say('areaTitle')}>
      <h3>{say('areaTitle')}</h3>
      {corners.value !== undefined ? (
        <Drawing count={corners.value.length} />
      ) : (
        <>
          {children}
          <AreaChoice />
          {area && (
            <div class="beside">
              <input
                class="grow"
                aria-label={say('areaRename')}
                value={area.name}
                maxLength={100}
                onChange={({ currentTarget }) => rename(currentTarget.value)}
              />
              <button type="button" class="quiet" onClick={removeArea}>
                {say('areaRemove')}
              </button>
            </div>
          )}
          <div class="chips">
            {hasMap && (
              <button type="button" class="chip" onClick={startDrawing}>
                {say('areaDraw')}
              </button>
            )}
            <FileChip label={say('areaFile')} accept=".geojson,.json,.kml" />
          </div>
          {!area && <p class="hint">{say('areaHow')}</p>}
        </>
      )}
      <Fault text={areaFault.value} />
    </section>
  )
}

export function AreaChoice() {
  if (areas.value.length < 2) return null
  return (
    <Choice
      label={say('areaChoice')}
      value={chosen.value}
      options={areas.value.map(({ name }, at) => [at, name])}
      onChange={({ currentTarget }) => {
        chosen.value = Number(currentTarget.value)
      }}
    />
  )
}

function Drawing({ count }: { count: number }) {
  return (
    <>
      <p class="hint" role="status">
        {say('areaDrawing', { count })}
      </p>
      <div class="chips">
        <button
          type="button"
          class="chip"
          onClick={() => {
            const center = drawnMap.value?.centre
            if (center) addCorner(center)
          }}
        >
          {say('areaCenter')}
        </button>
        <button type="button" class="chip" disabled={count === 0} onClick={dropCorner}>
          {say('areaUndo')}
        </button>
        <button type="button" class="chip" disabled={count < 3} onClick={closeArea}>
          {say('areaClose')}
        </button>
        <button type="button" class="chip" onClick={stopDrawing}>
          {say('areaCancel')}
        </button>
      </div>
    </>
  )
}

/** Coverage figures of the area; shares refer to the whole area, including parts out of range. */
export function AreaFigures() {
  const name = areaShown.value?.name
  if (name === undefined) return null
  const found = areaStats.value
  if (found === undefined) return <p class="hint">{say('loading')}</p>
  if ('fault' in found) return <p class="fault">{found.fault}</p>
  const { stats, beyondKm2 } = found
  const { coveredKm2, wholeKm2, share } = coveredWithin(stats, beyondKm2)
  const hasLevels = stats.zones.some(({ state }) => state === 'level')
  return (
    <div role="status" class="area-figures">
      {!hasLevels && (
        <p class="summary">
          <strong>{say('areaCovered', { percent: percentFigure(share), name })}</strong>
          {` · ${say('ofWhole', { part: sayKm2(coveredKm2), whole: sayKm2(wholeKm2) })}`}
        </p>
      )}
      {hasLevels && <p class="hint">{say('noSensitivity')}</p>}
      <dl class="pairs areas">
        <ZoneRows zones={stats.zones} wholeKm2={wholeKm2} />
        {beyondKm2 > 0 && (
          <Pair data-state="out_of_range" name={say('reason: outside')}>
            {sayShare(beyondKm2, wholeKm2)}
          </Pair>
        )}
      </dl>
    </div>
  )
}
