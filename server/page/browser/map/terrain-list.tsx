import { useRef } from 'preact/hooks'
import type { Bounds } from '../comparison/grid.ts'
import { drawnMap } from '../state/centre.ts'
import { footprints } from '../state/terrain.ts'
import { figure, say } from '../words/words.ts'
import { degreesText } from './first-view.ts'

export function TerrainList() {
  const list = useRef<HTMLDetailsElement>(null)
  const known = footprints.value
  if (known === undefined || known.tiles === 0) return null
  const { tiles, clusters } = known
  return (
    <details class="terrain-list" ref={list}>
      <summary>{say('terrainTiles', { count: figure(tiles) })}</summary>
      <ul>
        {clusters.map(({ bounds, tiles: count }) => (
          <li key={bounds.join()}>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                drawnMap.value?.showArea(bounds as Bounds)
                if (list.current) list.current.open = false
              }}
            >
              {extentText(bounds)} <span class="aside">{say('clusterTiles', { count: figure(count) })}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Text for bounds in degrees, with as many decimals as needed. */
function extentText([west = 0, south = 0, east = 0, north = 0]: readonly number[]): string {
  const rounded = (deg: number) => {
    const whole = Math.round(deg)
    return Math.abs(deg - whole) < 0.01 ? whole : Number(deg.toFixed(2))
  }
  const lonOf = (deg: number) => (deg > 180 ? deg - 360 : deg)
  const [a, b] = [rounded(south), rounded(north)].map((deg) => degreesText(deg, 'lat'))
  const [c, d] = [rounded(lonOf(west)), rounded(lonOf(east))].map((deg) => degreesText(deg, 'lon'))
  return `${a} – ${b}, ${c} – ${d}`
}
