import { useSignal } from '@preact/signals'
import { figuresOf, placeAt, type RoadFigures, type RoadStep, stateColors } from '../comparison/roads.ts'
import { Fault, Options, useAttempt } from '../controls/controls.tsx'
import { Table } from '../controls/table.tsx'
import { useChart } from '../profile/use-chart.ts'
import { saveBlob } from '../service/files.ts'
import { areaFault } from '../state/areas.ts'
import { roadPlace } from '../state/network-map.ts'
import { opened } from '../state/results.ts'
import {
  chooseRoad,
  chosenRoad,
  type FoundRoad,
  foundRoad,
  isRequesting,
  nameOf,
  removeRoads,
  roadSteps,
  roads,
  stretchesOf,
} from '../state/roads.ts'
import { hasMap } from '../state/view.ts'
import { sayRoad, sayRoadState } from '../words/roads.ts'
import { sayDistance, sayKm } from '../words/units.ts'
import { figure, percentFigure, say } from '../words/words.ts'
import { FileChip } from './file-chip.tsx'
import { Swatch } from './swatch.tsx'

const LONGEST = 5

export function Roads() {
  const found = foundRoad.value
  return (
    <section class="roads" aria-label={sayRoad('title')} aria-busy={isRequesting.value}>
      <h3>{sayRoad('title')}</h3>
      <div class="chips">
        <FileChip label={sayRoad('file')} accept=".geojson,.json,.kml" />
        {roads.value && (
          <button type="button" class="chip" onClick={removeRoads}>
            {sayRoad('remove')}
          </button>
        )}
      </div>
      {!roads.value && <p class="hint">{sayRoad('how')}</p>}
      {opened.value === undefined && <Fault text={areaFault.value} />}
      {roads.value && <p class="hint">{roads.value.fileName}</p>}
      <Choice />
      {roads.value && !found && <p class="hint">{say('loading')}</p>}
      {found && ('fault' in found ? <Fault text={found.fault} /> : <Along {...found} />)}
      {roads.value && <Download />}
    </section>
  )
}

function Choice() {
  const { lines = [] } = roads.value ?? {}
  if (lines.length < 2) return null
  return (
    <label>
      {sayRoad('choice')}
      <select
        value={chosenRoad.value}
        onChange={({ currentTarget }) => chooseRoad(Number(currentTarget.value))}
      >
        <Options of={lines.map((one, at) => [at, nameOf(one, at)])} />
      </select>
    </label>
  )
}

type Found = Exclude<FoundRoad, { fault: string }>

function Along({ road, subject, result }: Found) {
  const pointedAt = useSignal<{ distanceM: number; step: RoadStep | undefined } | undefined>(undefined)
  const figures = figuresOf(result)
  const steps = roadSteps.value
  const summary = summaryOf(figures, steps)

  const chart = useChart(async () => {
    const point = (distanceM: number | undefined) => {
      const { profile } = result
      const step = distanceM === undefined ? undefined : steps.findLast(({ fromM }) => fromM <= distanceM)
      pointedAt.value = distanceM === undefined ? undefined : { distanceM, step }
      roadPlace.value =
        distanceM === undefined || profile === undefined
          ? undefined
          : placeAt(road, profile, result.length_m, distanceM)
    }
    const { drawRoad } = await import('../profile/road-chart.ts')
    const { unit, isLoss, edge } = subject
    return (element) => {
      if (steps.length === 0) return () => {}
      const stop = drawRoad(element, { steps, lengthM: result.length_m, unit, isLoss, edge }, point)
      return () => {
        roadPlace.value = undefined
        stop()
      }
    }
  }, steps)

  return (
    <>
      <p class="summary" role="status">
        <strong>{summary}</strong>
      </p>
      <div ref={chart} class="chart road" role="img" aria-label={sayRoad('chart', { summary })} />
      <p class="hint pointed" aria-hidden="true">
        {pointedAt.value
          ? pointedText(pointedAt.value, result.servers, subject.unit)
          : hasMap && sayRoad('hover')}
      </p>
      <Keys steps={steps} hasEdge={subject.unit !== null && subject.edge !== undefined} />
      {figures.servers.length > 0 && <Servers figures={figures} colors={subject.colors} />}
      <Outages figures={figures} steps={steps} />
    </>
  )
}

function summaryOf({ lengthM, coveredM }: RoadFigures, steps: readonly RoadStep[]): string {
  const length = sayDistance(lengthM)
  if (lengthM === 0 || steps.some(({ state }) => state === 'level')) return sayRoad('lengthOf', { length })
  return sayRoad('coveredOf', { percent: `${percentFigure(coveredM / lengthM)}\u00a0%`, length })
}

function pointedText(
  { distanceM, step }: { distanceM: number; step: RoadStep | undefined },
  servers: Found['result']['servers'],
  unit: string | null,
): string {
  const parts = [sayKm(distanceM / 1000, 2)]
  if (step === undefined) return parts.join()
  if (unit !== null && step.value !== null) parts.push(`${figure(step.value, 1)} ${unit}`)
  const name = servers?.find(({ site }) => site === step.site)?.name
  parts.push(name ?? sayRoadState(step.state))
  return parts.join(' · ')
}

/** Legend of coverage states in the band; sites are listed in the table. */
function Keys({ steps, hasEdge }: { steps: readonly RoadStep[]; hasEdge: boolean }) {
  const states = new Set(steps.filter(({ site }) => !site).map(({ state }) => state))
  const shown = Object.keys(stateColors).filter((state) => states.has(state))
  return (
    <ul class="keys" aria-hidden="true">
      {hasEdge && <li class="key-edge">{say('sensitivity_dbm')}</li>}
      {shown.map((state) => (
        <li key={state} class="tick state">
          <Swatch color={`${stateColors[state]}ff`} label={state} text={sayRoadState(state)} />
        </li>
      ))}
    </ul>
  )
}

function Servers({
  figures: { servers, lengthM },
  colors,
}: {
  figures: RoadFigures
  colors: readonly string[]
}) {
  return (
    <Table
      head={[sayRoad('server'), sayRoad('length'), sayRoad('share')]}
      rows={servers.map(({ site, name, lengthM: servedM }) => [
        <span class="tick">
          <Swatch
            color={`${site > 0 ? (colors[site - 1] ?? '#000000') : stateColors.lacking}ff`}
            label=""
            text={name ?? sayRoad('none')}
          />
        </span>,
        sayDistance(servedM),
        `${percentFigure(servedM / lengthM)}\u00a0%`,
      ])}
    />
  )
}

/** List of the longest outages, for users without a pointer as well. */
function Outages({ figures: { outages }, steps }: { figures: RoadFigures; steps: readonly RoadStep[] }) {
  if (steps.length === 0 || steps.some(({ state }) => state === 'level')) return null
  if (outages.length === 0) return <p class="hint">{sayRoad('noOutages')}</p>
  const longest = outages
    .toSorted((one, other) => other.to_m - other.from_m - (one.to_m - one.from_m))
    .slice(0, LONGEST)
  return (
    <>
      <h4>{outages.length > LONGEST ? sayRoad('longest') : sayRoad('outages')}</h4>
      <ul class="outages">
        {longest.map(({ from_m, to_m }) => (
          <li key={from_m}>
            {`${sayDistance(to_m - from_m)}: ${say('fromTo', { from: sayKm(from_m / 1000, 2), to: sayKm(to_m / 1000, 2) })}`}
          </li>
        ))}
      </ul>
    </>
  )
}

function Download() {
  const { fault, isBusy, attempt } = useAttempt()
  async function save(): Promise<void> {
    const table = await stretchesOf()
    const { fileName = '' } = roads.value ?? {}
    if (table !== undefined)
      saveBlob(new Blob([table], { type: 'text/csv' }), `${fileName.replace(/\.[^.]*$/, '')}.csv`)
  }
  return (
    <>
      <div class="chips">
        <button
          type="button"
          class="chip"
          title={sayRoad('csvWhat')}
          disabled={isBusy.value}
          onClick={() => attempt(save)}
        >
          {sayRoad('csv')}
        </button>
      </div>
      {fault.value && <p class="fault">{fault}</p>}
    </>
  )
}
