/** `LAYERS`: rasters of the operator that say what stands on the ground, or how many people live there. */

import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { CLUTTER_HEIGHTS_M, type ClutterType } from '../../kernels/propagation/clutter.ts'
import { isGeotiff, isTileFile } from '../../storage/terrain/formats/catalog.ts'
import { CLASS_PRESETS } from '../../storage/terrain/remote/known-sources.ts'
import { parseSources, TemplateError } from '../../storage/terrain/remote/sources.ts'
import { CLASS_TABLES, type ClassClutter, type ClassTable } from './class-tables.ts'
import { readJson } from './json-file.ts'
import { ConfigError, type Settings } from './settings.ts'

/** A raster of classes as jobs know it: it decides their bytes. */
export interface ClassLayer {
  name: string
  /** Whom to credit. */
  attribution: string
  table: ClassTable
}

/** The same with its files: earlier layers win. */
export interface ClassLayerFiles extends ClassLayer {
  /** A file or a folder, searched recursively; absolute. */
  path?: string
  /** A source of remote tiles, as `parseSources` reads it. */
  url?: string
}

/** A raster of amounts, such as people, of which products have sums. */
export interface WeightLayerFiles {
  name: string
  /** Whom to credit. */
  attribution: string
  /** A GeoTIFF or a folder of them, searched recursively; absolute. */
  path: string
}

type Layer = { kind: 'classes'; layer: ClassLayerFiles } | { kind: 'weights'; layer: WeightLayerFiles }

const maximumBytes = 2 ** 20
const maximumLayers = 16
/** Decoded classes that are kept, of all layers together. */
export const CLASS_CACHE_BYTES = 128 * 1024 * 1024
const maximumHeightM = 100
/** Numbers of classes that the reader of rasters takes for values. */
const maximumClass = 32_000
/** Different clutters of all layers: a byte a cell, less two marks. */
const maximumClutters = 254
/** The terrain reader has the address under this name, and its table is shipped. */
const WORLDCOVER = 'worldcover'

const members = {
  classes: ['kind', 'path', 'url', 'table', 'attribution'],
  weights: ['kind', 'name', 'path', 'attribution'],
}
const maximumNameLength = 60
/** What answers call the points of a request that have a weight. */
export const POSTED_POINTS = 'points'

/** Layers by their kind, in order of precedence or of answers. */
export function readLayers(settings: Settings) {
  const all = settings.read('LAYERS', [], layersOf)
  const classes = classesIn(all)
  const weights = all.flatMap((one) => (one.kind === 'weights' ? [one.layer] : []))
  // Compute nodes get files of the service, and know no sources of classes.
  if (settings.has('QUEUE_URL') && classes.some(({ url }) => url !== undefined))
    settings.refuse(
      'LAYERS',
      'has a url, which compute nodes do not read: download the files and give their path',
    )
  return { classes, weights }
}

function classesIn(all: readonly Layer[]): ClassLayerFiles[] {
  return all.flatMap((one) => (one.kind === 'classes' ? [one.layer] : []))
}

function layersOf(path: string): readonly Layer[] {
  const entries = readJson(path, 'JSON', maximumBytes)
  if (!Array.isArray(entries)) throw new ConfigError('must be a JSON file with a list of layers')
  if (entries.length > maximumLayers) throw new ConfigError(`must have at most ${maximumLayers} layers`)
  const all = entries.map((entry: unknown, at) => {
    try {
      return layerOf(entry, dirname(resolve(path)))
    } catch (error) {
      if (error instanceof ConfigError) throw new ConfigError(`is refused: layer ${at + 1} ${error.message}`)
      throw error
    }
  })
  const names = all.map(({ kind, layer }) => `${kind} ${layer.name}`)
  const twice = names.findIndex((name, at) => names.indexOf(name) < at)
  if (twice >= 0) throw new ConfigError(`must not have two layers of the name ${all[twice].layer.name}`)
  const clutters = new Set(
    classesIn(all).flatMap(({ table }) =>
      Object.values(table).map(({ type, height_m }) => `${type} ${height_m}`),
    ),
  )
  if (clutters.size > maximumClutters) {
    throw new ConfigError(
      `must have at most ${maximumClutters} different types and heights in all tables together, got ${clutters.size}: round the heights`,
    )
  }
  return all
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Entry = Record<string, unknown>

function layerOf(entry: unknown, folder: string): Layer {
  if (!isObject(entry)) throw new ConfigError('must be an object')
  const { kind, attribution } = entry
  if (kind !== 'classes' && kind !== 'weights')
    throw new ConfigError(`must be of kind classes or weights, got ${JSON.stringify(kind)}`)
  const known = members[kind]
  const unknown = Object.keys(entry).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new ConfigError(`has the unknown member ${unknown}; known are ${known.join(', ')}`)
  if (attribution !== undefined && (typeof attribution !== 'string' || attribution.trim() === '')) {
    throw new ConfigError('must have an attribution that is a text: whom to credit')
  }
  return kind === 'classes'
    ? { kind, layer: classLayerOf(entry, folder) }
    : { kind, layer: weightLayerOf(entry, folder) }
}

function classLayerOf({ path, url, table, attribution }: Entry, folder: string): ClassLayerFiles {
  if ((path === undefined) === (url === undefined)) throw new ConfigError('must have a path, or else a url')
  if (url !== undefined) return remoteLayer(url, table, attribution as string | undefined)
  const files = filesOf(path, attribution, folder, isTileFile)
  return { name: basename(files.path), ...files, table: tableOf(table) }
}

function weightLayerOf({ name, path, attribution }: Entry, folder: string): WeightLayerFiles {
  const files = filesOf(path, attribution, folder, isGeotiff)
  const named = name ?? basename(files.path).replace(/\.tiff?$/i, '')
  if (typeof named !== 'string' || !/^\S(.*\S)?$/u.test(named) || named.length > maximumNameLength)
    throw new ConfigError(`must have a name of 1 to ${maximumNameLength} characters`)
  // Answers have members of these names.
  if (named === POSTED_POINTS || named === '__proto__')
    throw new ConfigError(`must have another name than ${named}`)
  return { name: named, ...files }
}

/** Paths count from the folder of the file that names them. */
function filesOf(
  path: unknown,
  attribution: unknown,
  folder: string,
  isFile: (path: string) => boolean,
): { path: string; attribution: string } {
  if (typeof path !== 'string') throw new ConfigError('must have a path that is a text')
  const full = resolve(folder, path)
  const stats = statSync(full, { throwIfNoEntry: false })
  if (stats === undefined || !(stats.isDirectory() || isFile(full))) {
    throw new ConfigError(`must have the path of a GeoTIFF or of a folder; none is ${full}`)
  }
  if (attribution === undefined) throw new ConfigError('must have an attribution: whom to credit')
  return { path: full, attribution: attribution as string }
}

function remoteLayer(url: unknown, table: unknown, attribution: string | undefined): ClassLayerFiles {
  if (typeof url !== 'string') throw new ConfigError('must have a url that is a text')
  try {
    const [source, ...others] = parseSources(url, CLASS_PRESETS)
    if (source === undefined || others.length > 0) throw new ConfigError('must have a url of one source')
    return {
      name: source.name,
      attribution: attribution ?? source.attribution,
      table: tableOf(table ?? (url.trim() === WORLDCOVER ? WORLDCOVER : undefined)),
      url,
    }
  } catch (error) {
    throw error instanceof TemplateError ? new ConfigError(`has a url that ${error.message}`) : error
  }
}

function tableOf(table: unknown): ClassTable {
  const shipped = Object.keys(CLASS_TABLES).join(', ')
  if (typeof table === 'string') {
    const known = Object.hasOwn(CLASS_TABLES, table) ? CLASS_TABLES[table] : undefined
    if (known === undefined)
      throw new ConfigError(`must have a table of its own or one of ${shipped}, got ${table}`)
    return known
  }
  if (!isObject(table) || Object.keys(table).length === 0)
    throw new ConfigError(`must have a table: ${shipped}, or {"10": {"type": "trees", "height_m": 15}, …}`)
  return Object.fromEntries(Object.entries(table).map(([number, value]) => [number, rowOf(number, value)]))
}

function rowOf(number: string, value: unknown): ClassClutter {
  if (!/^(0|[1-9]\d{0,4})$/.test(number) || Number(number) > maximumClass)
    throw new ConfigError(`has the class ${number}, which is no number from 0 to ${maximumClass}`)
  const types = Object.keys(CLUTTER_HEIGHTS_M)
  const { type, height_m: heightM = CLUTTER_HEIGHTS_M[type as ClutterType] } = isObject(value) ? value : {}
  if (typeof type !== 'string' || !types.includes(type))
    throw new ConfigError(`must have for class ${number} a type of ${types.join(', ')}`)
  if (typeof heightM !== 'number' || !(heightM >= 0 && heightM <= maximumHeightM))
    throw new ConfigError(
      `must have for class ${number} a height_m from 0 (nothing stands there) to ${maximumHeightM}`,
    )
  return { type: type as ClutterType, height_m: heightM }
}
