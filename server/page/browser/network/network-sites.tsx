import { Pair } from '../controls/controls.tsx'
import { isShared } from '../service/session.ts'
import { addable, addTicked, colorSite, isChanging, networkStats, removeSite } from '../state/network.ts'
import type { NetworkRecord } from '../state/results.ts'
import { titleOf } from '../words/field-labels.ts'
import { sayNetwork } from '../words/network.ts'
import { sayKm2 } from '../words/units.ts'
import { figure, say } from '../words/words.ts'
import { Refusal } from './refusal.tsx'

const sayArea = (km2: number | null | undefined) => (typeof km2 === 'number' ? sayKm2(km2) : '–')

export function NetworkSites({ record: { id, sites, status } }: { record: NetworkRecord }) {
  const names = addable.value.map(({ params }) => titleOf(params)).join(', ')
  const stats = status === 'completed' ? networkStats.value : undefined
  const totals = [
    ['covered', stats?.covered_km2],
    ['uncovered', stats?.uncovered_km2],
    ['unknown', stats?.unknown_km2],
  ] as const
  return (
    <section aria-label={sayNetwork('sites')} aria-busy={isChanging.value}>
      <h3>{sayNetwork('sites')}</h3>
      {stats && (
        <dl class="pairs areas">
          {totals.map(([name, km2]) => (
            <Pair key={name} data-state={name} name={sayNetwork(name)}>
              {sayArea(km2)}
            </Pair>
          ))}
        </dl>
      )}
      <table class="sites">
        <thead>
          <tr>
            <th>{sayNetwork('number')}</th>
            <th>{say('field: name')}</th>
            <th>{sayNetwork('covered')}</th>
            <th title={sayNetwork('aloneWhat')}>{sayNetwork('alone')}</th>
            {!isShared.value && <td />}
          </tr>
        </thead>
        <tbody>
          {sites.map((site) => (
            <SiteRow
              key={`${id} ${site.id}`}
              site={site}
              areas={stats?.sites?.find((one) => one.id === site.id)}
              isOnly={sites.length === 1}
            />
          ))}
        </tbody>
      </table>
      <p class="hint">{sayNetwork('aloneWhat')}</p>
      {!isShared.value && addable.value.length > 0 && (
        <button type="button" title={names} disabled={isChanging.value} onClick={() => void addTicked()}>
          {sayNetwork('addTicked', { count: figure(addable.value.length), names })}
        </button>
      )}
      <Refusal />
    </section>
  )
}

interface RowProps {
  site: NetworkRecord['sites'][number]
  areas: { covered_km2: number | null; alone_km2: number | null } | undefined
  isOnly: boolean
}

function SiteRow({ site: { id, number, name, color, status }, areas, isOnly }: RowProps) {
  return (
    <tr data-site={id}>
      <td>
        <span class="tick">
          {figure(number)}
          <input
            type="color"
            aria-label={sayNetwork('colorOf', { name })}
            value={color}
            disabled={isShared.value || isChanging.value}
            onChange={({ currentTarget }) => void colorSite(id, currentTarget.value)}
          />
        </span>
      </td>
      <td>
        {name}
        {status !== 'completed' && <span class="hint">{` · ${sayNetwork(`status: ${status}`)}`}</span>}
      </td>
      <td>{sayArea(areas?.covered_km2)}</td>
      <td>{sayArea(areas?.alone_km2)}</td>
      {!isShared.value && (
        <td>
          <button
            type="button"
            class="quiet"
            aria-label={sayNetwork('removeSite', { name })}
            disabled={isChanging.value || isOnly}
            onClick={() => void removeSite(id)}
          >
            ×
          </button>
        </td>
      )}
    </tr>
  )
}
