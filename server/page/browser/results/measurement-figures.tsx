import { useMemo } from 'preact/hooks'
import {
  classColors,
  classEdgesDb,
  type Figures,
  largestOf,
  type MeasuredPoint,
  pairsOf,
  thinned,
} from '../comparison/measured-points.ts'
import { Pair } from '../controls/controls.tsx'
import { Table } from '../controls/table.tsx'
import { scrollToProfile } from '../profile/see.ts'
import { useChart } from '../profile/use-chart.ts'
import { isShared } from '../service/session.ts'
import { startCorrected } from '../state/asking.ts'
import { explainPlace } from '../state/path.ts'
import { openId, type SimulationRecord } from '../state/results.ts'
import { hasMap, view } from '../state/view.ts'
import { labelOf, sayOption } from '../words/field-labels.ts'
import { sayDistance, sayMetres } from '../words/units.ts'
import { figure, percentFigure, say } from '../words/words.ts'
import { Swatch } from './swatch.tsx'

/** Maximum number of points in the scatter plot, to avoid overlap. */
const MAXIMUM_DRAWN = 10_000
const LARGEST = 5

export interface FoundProps {
  record: SimulationRecord
  points: MeasuredPoint[]
  figures: Figures
}

export function MeasurementFigures({ record, points, figures }: FoundProps) {
  const isMeasured = figures.bias_db !== undefined
  return (
    <>
      <Counts points={points} figures={figures} />
      {!isMeasured && <p class="notice">{say('measurementsNone')}</p>}
      {isMeasured && figures.used === 0 && <p class="notice">{say('measurementsUnused')}</p>}
      {hasMap && points.length > 0 && <ResidualLegend points={points} />}
      {figures.used > 0 && isMeasured && (
        <>
          <Charts record={record} points={points} />
          <Largest record={record} points={points} />
          <ErrorTable
            title={say('byDistance')}
            of={say('distance')}
            rows={(figures.by_distance ?? []).map((bin) => ({
              ...bin,
              name: say('fromTo', { from: sayDistance(bin.from_m), to: sayDistance(bin.to_m) }),
            }))}
          />
          <ErrorTable
            title={say('byClutter')}
            of={say('clutter')}
            rows={(figures.by_clutter ?? []).map((one) => ({
              ...one,
              name: [
                one.type === null ? say('clutterUnknown') : sayOption(one.type),
                ...(one.height_m === null ? [] : [sayMetres(one.height_m)]),
              ].join(', '),
            }))}
          />
          <Fit record={record} fit={figures.fit} />
        </>
      )}
    </>
  )
}

const sayDb = (value: number | null | undefined) =>
  typeof value === 'number' ? `${figure(value, 2)} dB` : '–'

function Counts({ points, figures }: Omit<FoundProps, 'record'>) {
  const counted = (['outside', 'unknown', 'below_floor', 'unmeasured'] as const).map(
    (reason) => [reason, points.filter((point) => point.reason === reason).length] as const,
  )
  const rows = [
    ['n', say('points'), figure(figures.n)],
    ['used', say('pointsUsed'), figure(figures.used)],
    ...counted
      .filter(([, count]) => count > 0)
      .map(([name, count]) => [name, say(`reason: ${name}`), figure(count)]),
    ...(figures.bias_db === undefined
      ? []
      : [
          ['bias', say('bias'), sayDb(figures.bias_db)],
          ['sigma', say('sigma'), sayDb(figures.sigma_db)],
          ['rmse', say('rmse'), sayDb(figures.rmse_db)],
        ]),
    ...(figures.hit_rate === undefined
      ? []
      : [['hit-rate', say('hitRate'), `${percentFigure(figures.hit_rate)}\u00a0%`]]),
  ]
  return (
    <>
      <div role="status">
        <dl class="pairs">
          {rows.map(([is, name, value]) => (
            <Pair key={is} data-is={is} name={name}>
              {value}
            </Pair>
          ))}
        </dl>
      </div>
      {figures.hit_rate !== undefined && <p class="hint">{say('hitRateWhat')}</p>}
    </>
  )
}

function ResidualLegend({ points }: { points: readonly MeasuredPoint[] }) {
  const edges = classEdgesDb.map((edge) => figure(edge))
  const isHollow = points.some(({ residualDb }) => residualDb === undefined)
  return (
    <>
      <fieldset class="legend residuals">
        <legend>{say('residualLegend')}</legend>
        <ul>
          {classColors.map((color, at) => (
            <li key={color} class="tick">
              <Swatch color={`${color}ff`} label={classLabel(edges, at)} />
            </li>
          ))}
          {isHollow && (
            <li class="tick">
              <span class="hollow" aria-hidden="true" />
              {say('notCompared')}
            </li>
          )}
        </ul>
      </fieldset>
      <p class="hint">{say('residualWhat')}</p>
    </>
  )
}

function classLabel(edges: readonly string[], at: number): string {
  const [from = '', to = ''] = [edges[at - 1], edges[at]]
  if (at === 0) return say('below', { to })
  return at === edges.length ? say('andAbove', { from }) : say('fromTo', { from, to })
}

function Charts({ record, points }: Omit<FoundProps, 'figures'>) {
  const { unit, drawn, others } = useMemo(() => {
    const { unit, pairs, others } = pairsOf(points)
    return { unit, others, drawn: thinned(pairs, MAXIMUM_DRAWN) }
  }, [points])

  const scatter = useChart(async () => {
    const { drawScatter } = await import('../profile/error-charts.ts')
    return (element) =>
      drawScatter(element, { pairs: drawn.items, unit }, (point) => showPathTo(record, point))
  }, drawn)
  const histogram = useChart(async () => {
    const { drawHistogram } = await import('../profile/error-charts.ts')
    const residualsDb = points.flatMap(({ residualDb }) => residualDb ?? [])
    return (element) => drawHistogram(element, residualsDb)
  }, drawn)

  return (
    <>
      <h4>{say('scatter')}</h4>
      <div ref={scatter} class="chart scatter" role="img" aria-label={say('scatter')} />
      {drawn.every > 1 && <p class="hint">{say('scatterThinned', { every: figure(drawn.every) })}</p>}
      {others > 0 && <p class="hint">{say('scatterOthers', { count: figure(others) })}</p>}
      <h4>{say('histogram')}</h4>
      <div ref={histogram} class="chart" role="img" aria-label={say('histogram')} />
    </>
  )
}

/** Shows the path to a measured point; shares give no access to paths. */
function showPathTo(record: SimulationRecord, { lat, lon }: MeasuredPoint): void {
  if (!isShared.value) void explainPlace(record, { lat, lon }).then(scrollToProfile)
}

function Largest({ record, points }: Omit<FoundProps, 'figures'>) {
  const largest = useMemo(() => largestOf(points, LARGEST), [points])
  return (
    <>
      <h4>{say('largestResiduals')}</h4>
      <ul class="largest">
        {largest.map((point, at) => {
          const values = { db: figure(point.residualDb ?? 0, 1), distance: sayDistance(point.distanceM) }
          return (
            <li key={at} class="tick">
              {isShared.value ? (
                say('residualAt', values)
              ) : (
                <button type="button" class="chip" onClick={() => showPathTo(record, point)}>
                  {say('pathTo', values)}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface ErrorProps {
  title: string
  of: string
  rows: readonly (Omit<NonNullable<Figures['by_distance']>[number], 'from_m' | 'to_m'> & { name: string })[]
}

function ErrorTable({ title, of, rows }: ErrorProps) {
  if (rows.length === 0) return null
  const digits = (value: number | null) => (value === null ? '–' : figure(value, 1))
  return (
    <>
      <h4>{`${title}, dB`}</h4>
      <Table
        head={[of, say('points'), say('bias'), 'σ', say('rmse')]}
        rows={rows.map(({ name, n, bias_db, sigma_db, rmse_db }) => [
          name,
          figure(n),
          digits(bias_db),
          digits(sigma_db),
          digits(rmse_db),
        ])}
      />
    </>
  )
}

function Fit({ record, fit }: { record: SimulationRecord; fit: Figures['fit'] }) {
  if (fit === undefined) return null
  const { stretches, needed_stretches: needed, correction, rmse_db: rmseDb } = fit
  if (correction === null) {
    return (
      <>
        <h4>{say('fitTitle')}</h4>
        <p class="hint">
          {stretches < needed
            ? say('fitFew', { count: figure(stretches), needed: figure(needed) })
            : say('fitNone')}
        </p>
      </>
    )
  }
  const { offset_db: offsetDb, slope_db: slopeDb } = correction
  const values = {
    offset: figure(offsetDb, 2),
    slope: figure(slopeDb, 2),
    rmse: figure(rmseDb ?? 0, 2),
    count: figure(stretches),
  }
  const apply = () => {
    startCorrected(record, correction).catch(() => {})
    openId.value = undefined
    view.value = 'ask'
  }
  const names = {
    offset: labelOf('correction/offset_db', 'offset_db'),
    slope: labelOf('correction/slope_db', 'slope_db'),
  }
  return (
    <>
      <h4>{say('fitTitle')}</h4>
      <p data-is="fit">{say(slopeDb === 0 ? 'fitOffset' : 'fitSlope', values)}</p>
      <p class="hint">
        {say('fitRange', { from: sayDistance(fit.from_m), to: sayDistance(fit.to_m) })} {say('fitHow', names)}
      </p>
      {!isShared.value && (
        <button type="button" onClick={apply}>
          {say('fitUse')}
        </button>
      )}
    </>
  )
}
