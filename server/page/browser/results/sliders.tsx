import type { View } from '../comparison/view.ts'
import { Fault, Pair, Tick } from '../controls/controls.tsx'
import {
  areAreasCurrent,
  areas,
  fullView,
  resetView,
  setBothDirections,
  setView,
  shownLayer,
  type ViewName,
  viewed,
} from '../state/viewing.ts'
import { sayKm } from '../words/units.ts'
import { figure, say } from '../words/words.ts'
import { ZoneRows } from './zone-rows.tsx'

/** Slider ranges in dBm, extended to include the value of the view. */
export const bounds: Record<ViewName, [number, number]> = {
  sensitivity_dbm: [-150, -20],
  eirp_dbm: [-10, 90],
  up_eirp_dbm: [-10, 90],
  up_sensitivity_dbm: [-170, -20],
}

export function Sliders() {
  if (!shownLayer.value?.bins.link) return null
  const { sensitivity_dbm, up_eirp_dbm } = fullView.value
  const isSensible = sensitivity_dbm !== undefined
  return (
    <fieldset class="sliders">
      <legend>{say('viewed')}</legend>
      <Slider name="sensitivity_dbm" />
      <Slider name="eirp_dbm" />
      <Tick checked={up_eirp_dbm !== undefined} disabled={!isSensible} onTick={setBothDirections}>
        {say('bothDirections')}
      </Tick>
      {up_eirp_dbm !== undefined && (
        <>
          <Slider name="up_eirp_dbm" />
          <Slider name="up_sensitivity_dbm" />
          <p class="hint">{say('bothDirectionsWhat')}</p>
        </>
      )}
      {isSensible || <p class="hint">{say('noSensitivity')}</p>}
      <Areas isSensible={isSensible} />
      <button type="button" disabled={Object.keys(viewed.value).length === 0} onClick={resetView}>
        {say('resetView')}
      </button>
    </fieldset>
  )
}

function Slider({ name }: { name: keyof View }) {
  const value = fullView.value[name]
  return (
    <DbmSlider
      label={say(name)}
      value={value}
      bounds={bounds[name]}
      onInput={(dbm) => setView({ [name]: dbm })}
    />
  )
}

interface DbmSliderProps {
  label: string
  value: number | undefined
  bounds: readonly [number, number]
  unset?: string
  onInput(dbm: number): void
}

/** Slider in whole decibels; the range is extended to include the value. */
export function DbmSlider({ label, value, bounds: [from, to], unset, onInput }: DbmSliderProps) {
  const shown = value === undefined ? (unset ?? say('none')) : `${figure(value, 2)} dBm`
  const whole = Math.round(value ?? -100)
  return (
    <label class="slider">
      <span>{label}</span>
      <input
        type="range"
        min={Math.min(from, whole)}
        max={Math.max(to, whole)}
        step={1}
        value={whole}
        aria-valuetext={shown}
        onInput={({ currentTarget }) => onInput(Number(currentTarget.value))}
      />
      <output>{shown}</output>
    </label>
  )
}

/** Covered areas, as a text alternative to the map. */
export function Areas({ isSensible }: { isSensible: boolean }) {
  const { stats, fault } = areas.value ?? {}
  if (fault !== undefined) return <Fault text={fault} />
  return (
    <div role="status" aria-busy={!areAreasCurrent.value}>
      <dl class="pairs areas">
        {stats ? <ZoneRows zones={stats.zones} wholeKm2={stats.km2} /> : <div>…</div>}
        {isSensible && (
          <Pair data-state="farthest" name={say('farthestCovered')}>
            {stats ? sayKm(stats.farthest_km) : '…'}
          </Pair>
        )}
      </dl>
    </div>
  )
}
