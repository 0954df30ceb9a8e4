/** Command `coverage relay`: sites at which a relay can connect the two ends of a link. */

import type { components } from '../../client/requests.ts'
import { answer, type Call } from '../call/call.ts'
import type { Body } from '../call/fields.ts'
import { bytesOf } from '../call/read-file.ts'
import { freePath, saveText } from '../call/target.ts'
import { UsageError } from '../errors.ts'
import type { RelayFlags } from '../flags.ts'
import { positionIn } from '../request/positions.ts'
import { requestOf } from '../request/request.ts'
import { widthOf } from '../terminal/io.ts'
import { pairs, table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'
import { collectionOf, parsed } from './links.ts'
import { posted } from './places.ts'

type Link = components['schemas']['RelayLink']
type Found = components['schemas']['RelaysAnswer']

export async function relay(call: Call<RelayFlags>, ofFlags: Body): Promise<void> {
  const { flags, io } = call
  const { out, local, dem } = flags
  if (dem && !local) throw new UsageError('--dem requires --local.')
  const target = out === undefined ? undefined : freePath(out, flags.force)
  const body = {
    a: await endOf(flags.from, '--from', flags.fromHeight),
    b: await endOf(flags.to, '--to', flags.toHeight),
    candidates: await candidatesOf(call),
    link: await requestOf(ofFlags, flags),
    limit: numberOf(flags.limit, '--limit'),
  }
  const bytes = Buffer.from(JSON.stringify(body))
  const json = 'application/json'
  const text = local
    ? await (await import('../local/links.ts')).relaysHere(call, bytes)
    : await posted(call, '/api/v1/relays', { query: {}, places: { bytes, type: json }, accept: json })
  await saveText(call, target, text)
  const found = JSON.parse(text) as Found
  const [first] = found.relays
  answer(
    call,
    target ? { file: out, candidates: found.candidates, reach_both: found.reach_both } : found,
    () => relaysText(found, widthOf(io)),
    first ? `${first.lat},${first.lon}` : '',
  )
}

async function endOf(text: string, flag: '--from' | '--to', height: string | undefined) {
  const { lat, lon } = await positionIn(text, flag)
  return { lat, lon, ...(height !== undefined && { height: numberOf(height, `${flag}-height`) }) }
}

async function candidatesOf(call: Call<RelayFlags>): Promise<unknown> {
  const { candidates, area, spacing } = call.flags
  if (candidates !== undefined && area !== undefined) {
    throw new UsageError('Expected --candidates or --area, got both.')
  }
  if ((area === undefined) !== (spacing === undefined)) {
    throw new UsageError('Expected --area FILE and --spacing METRES together, got one of them.')
  }
  if (candidates !== undefined) return collectionOf(call, candidates, true)
  if (area === undefined) return 'summits'
  return { area: parsed(bytesOf(area), area), spacing_m: numberOf(spacing, '--spacing') }
}

function numberOf(text: string | undefined, flag: string): number | undefined {
  if (text === undefined || (text.trim() !== '' && Number.isFinite(Number(text))))
    return text === undefined ? text : Number(text)
  throw new UsageError(`Expected ${flag} with a number, got "${text}".`)
}

function relaysText(found: Found, columns: number): string {
  const { ranked_by: measure, relays, nearest, direct } = found
  const isMargin = measure === 'margin_db'
  const figure = (value: number | null, decimals = 1) => value?.toFixed(decimals)
  const measured = (link: Pick<Link, 'margin_db' | 'worst_fresnel'>) =>
    isMargin ? figure(link.margin_db) : figure(link.worst_fresnel, 2)
  const facts = pairs(
    [
      ['candidates', found.candidates],
      [isMargin ? 'in reach of both ends' : 'in sight of both ends', found.reach_both],
      ...found.failures.map(({ code, candidates, detail }): [string, string] => [
        'unknown',
        `${candidates}: ${safe(code)}: ${safe(detail)}`,
      ]),
      ['direct link', direct ? directText(direct, measured(direct), isMargin) : undefined],
    ],
    columns,
  )
  const unit = isMargin ? 'dB' : 'clear'
  const names = [
    ...(nearest ? [] : ['no']),
    'name',
    'place',
    'ground m',
    'a km',
    'a °',
    `a ${unit}`,
    'b km',
    'b °',
    `b ${unit}`,
  ]
  const cellsOf = (link: Link) => [
    figure(link.distance_m / 1000, 2),
    figure(link.azimuth_deg),
    measured(link),
  ]
  const shown = nearest ? [nearest] : relays
  const rows = shown.map((relay, at) => [
    ...(nearest ? [] : [at + 1]),
    safe(relay.name ?? relay.id ?? ''),
    `${relay.lat.toFixed(5)},${relay.lon.toFixed(5)}`,
    figure(relay.ground_m),
    ...cellsOf(relay.a),
    ...cellsOf(relay.b),
  ])
  const heading = nearest ? ['No candidate reaches both ends. Closest candidate:'] : []
  const places = rows.length > 0 ? [[...heading, table(names, rows, columns)].join('\n')] : []
  const misses = (nearest?.misses ?? []).map((miss) => missText(miss))
  return [facts, ...places, ...(misses.length > 0 ? [misses.join('\n')] : [])].join('\n\n')
}

function directText(link: Link, measured: string | undefined, isMargin: boolean): string {
  const lineOfSight = link.visible === null ? 'unknown' : link.visible ? 'visible' : 'blocked'
  const unit = isMargin ? 'dB margin' : 'first-Fresnel-zone radii of clearance'
  const value = measured === undefined ? '' : `, ${measured} ${unit}`
  return `${(link.distance_m / 1000).toFixed(2)} km, ${lineOfSight}${value}`
}

function missText({
  end,
  missing_db: missingDb,
  clear_los_m: clearM,
}: components['schemas']['RelayMiss']): string {
  const power = missingDb === null ? [] : [`${missingDb.toFixed(1)} dB of margin missing`]
  const mast = clearM === null ? [] : [`line of sight from ${clearM.toFixed(1)} m above ground`]
  return `to ${end}: ${[...power, ...mast].join('; ')}`
}
