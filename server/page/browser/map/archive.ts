import { addProtocol } from 'maplibre-gl'
import { EtagMismatch, PMTiles } from 'pmtiles'
import { authorization, send } from '../service/session.ts'
import type { Basemap } from './basemap.ts'
import { protomapsBasemap } from './protomaps.ts'
import { indexIn } from './tiles.ts'

const protocol = 'archive'

/** Opens the operator's PMTiles file as a basemap, using range requests with the API key in a header. */
export async function openArchive(path: string): Promise<Basemap> {
  const archive = new PMTiles({
    getKey: () => path,
    async getBytes(offset, length, signal, known) {
      const headers = { ...authorization(), range: `bytes=${offset}-${offset + length - 1}` }
      const answer = await send(new Request(`${location.origin}${path}`, { headers, signal: signal ?? null }))
      if (answer.status !== 206) throw new Error(`${answer.status} ${path}`)
      const etag = answer.headers.get('etag')
      if (known !== undefined && etag !== known) throw new EtagMismatch()
      return { data: await answer.arrayBuffer(), ...(etag !== null && { etag }) }
    },
  })
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader()
  addProtocol(protocol, async ({ url }, { signal }) => {
    const { z, x, y } = indexIn(url)
    const tile = await archive.getZxy(z, x, y, signal)
    return { data: tile?.data ?? new ArrayBuffer(0) }
  })
  return protomapsBasemap({
    tiles: [`${protocol}://{z}/{x}/{y}`],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: [minLon, minLat, maxLon, maxLat],
  })
}
