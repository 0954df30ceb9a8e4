import { urlOf } from './parsers.ts'
import { ConfigError, type Settings } from './settings.ts'

/** A map of other people's below the page's own, and the hosts that it comes from. */
export interface Basemap {
  /** Address of a MapLibre style. */
  style: string
  /** Origins that the page may ask; that of the style is the first. */
  origins: string[]
}

/** Of a host, and a port if need be, and nothing that could end a rule of a Content-Security-Policy. */
const originForm = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/

/** Off unless the operator sets it: the page then asks other hosts than this one. */
export function readBasemap(settings: Settings): Basemap | null {
  const style = settings.read('BASEMAP_STYLE', null, parseStyle)
  const others = settings.read('BASEMAP_ORIGINS', [], parseHttpsOrigins)
  if (!settings.has('BASEMAP_STYLE')) settings.refuse('BASEMAP_ORIGINS', 'needs BASEMAP_STYLE beside it')
  return style === null ? null : { style, origins: [...new Set([new URL(style).origin, ...others])] }
}

function parseStyle(value: string): string {
  const url = urlOf(value)
  if (url === undefined || !originForm.test(url.origin) || url.username !== '' || url.password !== '') {
    throw new ConfigError('must be the https address of a MapLibre style')
  }
  return url.href
}

function parseHttpsOrigins(value: string): string[] {
  return value
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const origin = urlOf(part)?.origin ?? ''
      if (!originForm.test(origin) || origin !== part.toLowerCase()) {
        throw new ConfigError(
          'must be https origins such as https://tiles.example, separated by spaces or commas',
        )
      }
      return origin
    })
}
