import { areaKm2, MARGINS_DB } from '../../../client/areas.ts'
import { TextField } from '../ask/field.tsx'
import { isPathLoss } from '../comparison/side.ts'
import { valueTo } from '../controls/controls.tsx'
import { area } from '../state/areas.ts'
import { compare, picks } from '../state/comparison.ts'
import { found } from '../state/finding.ts'
import {
  bestTwo,
  decisiveDb,
  isRanking,
  MAXIMUM_RANKED,
  rank,
  rankable,
  rankedCount,
  ranks,
  sensitivityDbm,
  sensitivityText,
  typedDbm,
} from '../state/ranking.ts'
import { type SimulationRecord, show } from '../state/results.ts'
import { resetView, setView } from '../state/viewing.ts'
import { titleOf } from '../words/field-labels.ts'
import { sayKm, sayShare } from '../words/units.ts'
import { figure, percentFigure, say } from '../words/words.ts'

export function Ranking() {
  const count = rankable.value.length
  if (found.value.length < 2) return null
  if (area.value === undefined) return <p class="hint">{say('rankNoArea')}</p>
  if (count > MAXIMUM_RANKED) return <p class="hint">{say('rankFewer', { count: figure(MAXIMUM_RANKED) })}</p>

  const { name, polygons } = area.value
  const wholeKm2 = areaKm2(polygons)

  function compareBest(): void {
    const [before, after] = bestTwo.value?.records ?? []
    if (before === undefined || after === undefined) return
    picks.value = { before: before.id, after: after.id }
    void compare()
  }

  function open({ id, params }: SimulationRecord): void {
    show(id)
    const sensitivity_dbm = sensitivityDbm.value
    resetView()
    if (isPathLoss(params) && sensitivity_dbm !== undefined) setView({ sensitivity_dbm })
  }

  function submit(event: Event): void {
    event.preventDefault()
    if (count > 1) void rank()
  }

  return (
    <section class="ranking" aria-label={say('ranking')}>
      <form onSubmit={submit} noValidate>
        {found.value.some(({ params }) => isPathLoss(params)) && (
          <TextField
            name="rank-sensitivity"
            label={say('sensitivity_dbm')}
            unit="dBm"
            fault={sensitivityDbm.value === undefined ? say('noSensitivityRead') : undefined}
            inputMode="numeric"
            value={sensitivityText.value}
            onInput={valueTo(typedDbm)}
          />
        )}
        {count < 2 ? (
          <p class="hint">{say('rankTick', { name })}</p>
        ) : (
          <button type="submit" class="main" disabled={isRanking.value || sensitivityDbm.value === undefined}>
            {say('rankIn', { count: figure(count), name })}
          </button>
        )}
      </form>
      {isRanking.value && ranks.value === undefined && (
        <p class="hint" role="status">
          {say('rankedSome', { done: figure(rankedCount.value), count: figure(count) })}
        </p>
      )}
      {ranks.value && (
        <div role="status" aria-busy={isRanking.value}>
          <ol>
            {ranks.value.map(({ record, ...rank }) => (
              <li key={record.id}>
                <button type="button" class="quiet grow" onClick={() => open(record)}>
                  {titleOf(record.params)}
                </button>
                {'shares' in rank ? (
                  <>
                    <Shares shares={rank.shares} wholeKm2={wholeKm2} />
                    {rank.beyondKm2 > 0 && (
                      <span class="hint">
                        {say('rankBeyond', {
                          percent: percentFigure(rank.beyondKm2 / wholeKm2),
                          name,
                          range: sayKm(record.params.max_range),
                        })}
                      </span>
                    )}
                  </>
                ) : (
                  <span class="fault">{rank.fault}</span>
                )}
              </li>
            ))}
          </ol>
          {bestTwo.value && (
            <p class="summary">
              {say('rankBestTwo', {
                one: titleOf(bestTwo.value.records[0].params),
                other: titleOf(bestTwo.value.records[1].params),
              })}{' '}
              {bestTwo.value.marginDb > 0
                ? marginText(bestTwo.value.marginDb, bestTwo.value.share)
                : percentText(bestTwo.value.share)}{' '}
              <button type="button" onClick={compareBest}>
                {say('compare')}
              </button>
            </p>
          )}
        </div>
      )}
      {ranks.value && decisiveDb.value !== undefined && decisiveDb.value > 0 && (
        <p class="hint">{say('rankHow', { db: figure(decisiveDb.value) })}</p>
      )}
    </section>
  )
}

/** Covered areas are shares of the polygon's exact area, because sums of cells differ between results. */
function Shares({
  shares: [share = 0, ...withMargins],
  wholeKm2,
}: {
  shares: readonly number[]
  wholeKm2: number
}) {
  return (
    <>
      <span class="amount">{sayShare(share * wholeKm2, wholeKm2)}</span>
      {withMargins.length > 0 && (
        <span class="hint">
          {withMargins.map((one, at) => marginText(MARGINS_DB[at + 1], one)).join(' · ')}
        </span>
      )}
    </>
  )
}

const percentText = (share: number) => `${percentFigure(share)}\u00a0%`

function marginText(db: number | undefined, share: number): string {
  return say('rankMargin', { db: figure(db ?? 0), percent: percentFigure(share) })
}
