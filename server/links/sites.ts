/** Reads sites from GeoJSON with link fields as properties, and combines the sites to pairs. */

import type { FieldError } from '../http/errors.ts'
import { quoted } from '../http/validation/messages.ts'
import type { Values } from '../requests/field.ts'
import { commonFor } from '../requests/over.ts'
import {
  faultAt,
  type Measured,
  measuredIn,
  measures,
  type PlacesFeature,
  type Position,
  type Where,
} from '../requests/places.ts'
import { type ExtraFaults, Faults, LIKE_HEIGHT, nameFault, unknownField } from './faults.ts'
import { commonFields, endFields, positionFields } from './fields.ts'
import type { End, EndName, Pair } from './pair.ts'

export interface Site {
  end: End
  /** Fields that the site overrides, and for each field the property that set the value. */
  own: Values
  properties: Map<string, string>
  where: Where
  /** True for a GeoJSON feature with properties; false for an object with plain members. */
  isFeature: boolean
  position: Position
  measured?: Measured
}

export type EndNames = Readonly<Record<EndName, string>>

export class SiteReader {
  readonly faults: Faults
  readonly #ends: EndNames

  constructor(ends: EndNames, alsoWrong: ExtraFaults) {
    this.#ends = ends
    this.faults = new Faults(alsoWrong)
  }

  /** Checks the names of common fields; values are checked with the pairs. */
  common(common: Values): void {
    for (const name of Object.keys(common)) {
      if (commonFields.includes(name)) continue
      const isPosition = (positionFields as readonly string[]).includes(name)
      const detail = isPosition
        ? `${name} is not a field for all pairs: positions belong to ${this.#ends.tx} and ${this.#ends.rx}`
        : unknownField(name, commonFields, 'is not a field of link')
      this.faults.add({ pointer: `#/link/${name}`, detail: `link: ${detail}` })
    }
  }

  /** Combines every transmitter with every receiver, ordered by transmitter. Throws a `Problem`. */
  pairs(tx: readonly Site[], rx: readonly Site[], common: Values): Pair[] {
    const { faults } = this
    faults.end()
    const pairs: Pair[] = []
    for (const [tx_index, from] of tx.entries()) {
      const ofTransmitter = { ...commonFor(common, from.own), ...from.own }
      for (const [rx_index, to] of rx.entries()) {
        if (faults.areMany) break
        const [tx_lon, tx_lat] = from.position
        const [rx_lon, rx_lat] = to.position
        const body = { ...ofTransmitter, ...to.own, tx_lat, tx_lon, rx_lat, rx_lon }
        for (const error of faults.of(body)) faults.add(placed(error, from, to, common))
        const name = `${from.where.name} to ${to.where.name}`
        pairs.push({
          ...{ body, tx: from.end, rx: to.end, place: { tx_index, rx_index } },
          where: { ...(to.where.pointer !== undefined && { pointer: to.where.pointer }), name },
          ...(to.measured && { measured: to.measured }),
        })
      }
    }
    faults.end()
    return pairs
  }

  sites(end: EndName, features: readonly PlacesFeature[]): Site[] {
    return features.map(({ feature, shape, where }) => {
      const given = (feature.properties ?? {}) as Values
      const { id: ownId } = feature as { id?: unknown }
      const site: Site = {
        ...{ end: {}, own: {}, properties: new Map(), where, isFeature: true },
        position: turned((shape as { points: Position[] }).points[0]),
      }
      for (const [name, value] of Object.entries(given)) {
        if (value !== null && value !== '') this.#property(end, site, name, value)
      }
      for (const [name, word] of [
        ['name', given.name],
        ['id', given.id ?? ownId],
      ] as const) {
        if (word === undefined || word === null || word === '') continue
        const fault = nameFault(name, word)
        if (fault === undefined) site.end[name] = word as string | number
        else this.faults.add(faultAt(where, fault))
      }
      const measured =
        end === 'rx' ? measuredIn(given, (detail) => this.faults.add(faultAt(where, detail))) : undefined
      return measured ? { ...site, measured } : site
    })
  }

  #property(end: EndName, site: Site, name: string, value: unknown): void {
    const { own, properties } = site
    const field = name === 'height' ? `${end}_height` : name
    const fault = (detail: string) => this.faults.add(faultAt(memberOf(site, name), detail))
    if (endFields[end].includes(field)) {
      const other = properties.get(field)
      if (other !== undefined) fault(`has both ${other} and ${name}: use only one of them`)
      own[field] = value
      properties.set(field, name)
      return
    }
    const why = misplaced(name, end, this.#ends)
    if (why !== undefined) fault(why)
  }
}

/** Position with longitude in ±180°; GeoJSON longitudes may exceed that range. */
function turned([lon, lat]: Position): Position {
  return [Math.abs(lon) > 180 ? lon - Math.sign(lon) * 360 : lon, lat]
}

/** Error text for a property of the wrong end or similar to a field name; other properties are ignored. */
function misplaced(name: string, end: EndName, ends: EndNames): string | undefined {
  const other = end === 'tx' ? 'rx' : 'tx'
  if ((positionFields as readonly string[]).includes(name))
    return `${name} is set by the position of the geometry`
  if (endFields[other].includes(name)) return `${name} is a property of ${ends[other]}`
  if (commonFields.includes(name)) return `${name} is the same for all pairs: set it in link`
  if (end === 'tx' && Object.hasOwn(measures, name)) return `${name} is a property of ${ends.rx}`
  if (name === 'profile' || name === 'latitude') return `${name} is only for POST /link`
  if (LIKE_HEIGHT.test(name)) return `${quoted(name)}: use height for the height of an antenna, in metres`
  // Other names are errors only if prefixed as in tx_ or rx_; unrelated properties are ignored.
  if (/^[tr]x[ _-]/i.test(name))
    return unknownField(name, ['height', ...endFields[end]], 'is not a field of a link')
  return undefined
}

/** Maps a pair's error to its origin: a property or position of an end, or a common field. */
function placed({ pointer = '#', detail }: FieldError, from: Site, to: Site, common: Values): FieldError {
  const [, field = '', ...deeper] = pointer.split('/')
  const [end, site] = field.startsWith('rx_') ? (['rx', to] as const) : (['tx', from] as const)
  if ((positionFields as readonly string[]).includes(field)) {
    return faultAt({ ...site.where, pointer: `${site.where.pointer}/geometry/coordinates` }, detail)
  }
  const property = site.properties.get(field)
  if (property !== undefined || (field === `${end}_height` && !(field in common))) {
    const called = property ?? 'height'
    const words = called === 'height' ? detail.replace(field, 'height') : detail
    return faultAt(memberOf(site, [called, ...deeper].join('/')), words)
  }
  return { pointer: `#/link${pointer.slice(1)}`, detail: `link: ${detail}` }
}

function memberOf({ where, isFeature }: Site, path: string): Where {
  return { ...where, pointer: `${where.pointer}/${isFeature ? 'properties/' : ''}${path}` }
}
