import { isPathLoss } from '../comparison/side.ts'
import { areaKm2 } from '../request/area-files.ts'
import { area } from '../state/areas.ts'
import { compare, picks } from '../state/comparison.ts'
import { found } from '../state/finding.ts'
import {
  bestTwo,
  hasPathLoss,
  isRanking,
  isTied,
  MAXIMUM_RANKED,
  rank,
  rankable,
  ranks,
  sensitivityDbm,
  sensitivityText,
  typedDbm,
} from '../state/ranking.ts'
import { type SimulationRecord, show } from '../state/results.ts'
import { resetView, setView } from '../state/viewing.ts'
import { titleOf } from '../words/field-labels.ts'
import { sayKm2 } from '../words/units.ts'
import { figure, percentFigure, say } from '../words/words.ts'

/** Which of the results that are ticked covers most of the area. */
export function Ranking() {
  const count = rankable.value.length
  if (found.value.length < 2) return null
  if (count < 2) return area.value && <p class="hint">{say('rankTick', { name: area.value.name })}</p>
  if (area.value === undefined) return <p class="hint">{say('rankNoArea')}</p>
  if (count > MAXIMUM_RANKED) return <p class="hint">{say('rankFewer', { count: figure(MAXIMUM_RANKED) })}</p>

  const wholeKm2 = areaKm2(area.value.polygons)

  function compareBest(): void {
    const [before, after] = bestTwo.value?.records ?? []
    if (before === undefined || after === undefined) return
    picks.value = { before: before.id, after: after.id }
    void compare()
  }

  /** In the view in which it is ranked. */
  function open({ id, params }: SimulationRecord): void {
    show(id)
    const sensitivity_dbm = sensitivityDbm.value
    resetView()
    if (isPathLoss(params) && sensitivity_dbm !== undefined) setView({ sensitivity_dbm })
  }

  function submit(event: Event): void {
    event.preventDefault()
    void rank()
  }

  return (
    <section class="ranking" aria-label={say('ranking')}>
      <form onSubmit={submit} noValidate>
        {hasPathLoss.value && (
          <div class={sensitivityDbm.value === undefined ? 'field field-wrong' : 'field'}>
            <label for="rank-sensitivity">
              {say('sensitivity_dbm')}
              <span class="unit">dBm</span>
            </label>
            <input
              id="rank-sensitivity"
              inputMode="numeric"
              autocomplete="off"
              value={sensitivityText.value}
              aria-invalid={sensitivityDbm.value === undefined}
              aria-describedby="rank-sensitivity-fault"
              onInput={({ currentTarget }) => {
                typedDbm.value = currentTarget.value
              }}
            />
            <p class="fault" id="rank-sensitivity-fault">
              {sensitivityDbm.value === undefined && say('noSensitivityRead')}
            </p>
          </div>
        )}
        <button type="submit" class="main" disabled={isRanking.value || sensitivityDbm.value === undefined}>
          {say('rankIn', { count: figure(count), name: area.value.name })}
        </button>
      </form>
      {ranks.value && (
        <div role="status" aria-busy={isRanking.value}>
          <ol>
            {ranks.value.map(({ record, ...rank }) => (
              <li key={record.id}>
                <button type="button" class="quiet grow" onClick={() => open(record)}>
                  {titleOf(record.params)}
                </button>
                {'share' in rank ? (
                  <span class="amount">
                    {say('areaShare', {
                      // Cells of each result sum up to another size of the area.
                      area: sayKm2(rank.share * wholeKm2),
                      percent: percentFigure(rank.share),
                    })}
                  </span>
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
                percent: percentFigure(bestTwo.value.share),
              })}{' '}
              <button type="button" onClick={compareBest}>
                {say('compare')}
              </button>
            </p>
          )}
        </div>
      )}
      {isTied.value && hasPathLoss.value && <p class="hint">{say('rankHow')}</p>}
    </section>
  )
}
