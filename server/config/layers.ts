/** `LAYERS`: the operator's rasters of land cover and of inhabitants. */

import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { CLUTTER_HEIGHTS_M, type ClutterType } from '../../kernels/propagation/clutter.ts'
import { isGeotiff, isTileFile } from '../../storage/terrain/formats/catalog.ts'
import { CLASS_PRESETS } from '../../storage/terrain/remote/known-sources.ts'
import { parseSources, TemplateError } from '../../storage/terrain/remote/sources.ts'
import { CLASS_TABLES, type ClassClutter, type ClassTable } from './class-tables.ts'
import { readJson } from './parsers.ts'
import { ConfigError, type Settings } from './settings.ts'

/** Properties of a land-cover raster that affect the results of a job. */
export interface ClassLayer {
  name: string
  attribution: string
  table: ClassTable
}

/** Land-cover raster with the location of the files; earlier layers take precedence. */
export interface ClassLayerFiles extends ClassLayer {
  /** Absolute path of a file, or of a folder that is searched recursively. */
  path?: string
  /** Remote tile source in the format of `parseSources`. */
  url?: string
}

/** Raster of amounts, such as inhabitants, to sum over results. */
export interface WeightLayerFiles {
  name: string
  attribution: string
  /** Absolute path of a GeoTIFF, or of a folder that is searched recursively. */
  path: string
}

type Layer = { kind: 'classes'; layer: ClassLayerFiles } | { kind: 'weights'; layer: WeightLayerFiles }

const maximumLayers = 16
export const CLASS_CACHE_BYTES = 128 * 1024 * 1024
const maximumHeightM = 100
/** Largest class number that the raster reader accepts as a value. */
const maximumClass = 32_000
/** Maximum number of distinct clutters in all layers: one byte per cell, with two reserved values. */
const maximumClutters = 254
/** Name of the layer whose remote source and class table are built in. */
const WORLDCOVER = 'worldcover'

const members = {
  classes: ['kind', 'path', 'url', 'table', 'attribution'],
  weights: ['kind', 'name', 'path', 'attribution'],
}
const maximumNameLength = 60
/** Name reserved in results for the weighted points of a request. */
export const POSTED_POINTS = 'points'

/** Layers by kind: classes in order of precedence, weights in order of output. */
export function readLayers(settings: Settings) {
  const all = settings.read('LAYERS', [], layersOf)
  const classes = classesIn(all)
  const weights = all.flatMap((one) => (one.kind === 'weights' ? [one.layer] : []))
  // Compute nodes get raster files from the service and cannot read remote class sources.
  if (settings.has('QUEUE_URL') && classes.some(({ url }) => url !== undefined))
    settings.refuse(
      'LAYERS',
      'has a layer with a url, which compute nodes cannot read: download the files and set path',
    )
  return { classes, weights }
}

function classesIn(all: readonly Layer[]): ClassLayerFiles[] {
  return all.flatMap((one) => (one.kind === 'classes' ? [one.layer] : []))
}

function layersOf(path: string): readonly Layer[] {
  const entries = readJson(path, 'JSON')
  if (!Array.isArray(entries)) throw new ConfigError('must be a JSON file with a list of layers')
  if (entries.length > maximumLayers) throw new ConfigError(`must have at most ${maximumLayers} layers`)
  const all = entries.map((entry: unknown, at) => {
    try {
      return layerOf(entry, dirname(resolve(path)))
    } catch (error) {
      if (error instanceof ConfigError)
        throw new ConfigError(`is not valid: layer ${at + 1} ${error.message}`)
      throw error
    }
  })
  const names = all.map(({ kind, layer }) => `${kind} ${layer.name}`)
  const twice = names.findIndex((name, at) => names.indexOf(name) < at)
  if (twice >= 0) throw new ConfigError(`has two layers named ${all[twice].layer.name}`)
  const clutters = new Set(
    classesIn(all).flatMap(({ table }) =>
      Object.values(table).map(({ type, height_m }) => `${type} ${height_m}`),
    ),
  )
  if (clutters.size > maximumClutters) {
    throw new ConfigError(
      `must have at most ${maximumClutters} combinations of type and height in all tables, got ${clutters.size}: round the heights`,
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
    throw new ConfigError(`has the unknown member ${unknown}; allowed: ${known.join(', ')}`)
  if (attribution !== undefined && (typeof attribution !== 'string' || attribution.trim() === '')) {
    throw new ConfigError('must have a string as attribution: the owner of the data')
  }
  return kind === 'classes'
    ? { kind, layer: classLayerOf(entry, folder) }
    : { kind, layer: weightLayerOf(entry, folder) }
}

function classLayerOf({ path, url, table, attribution }: Entry, folder: string): ClassLayerFiles {
  if ((path === undefined) === (url === undefined)) throw new ConfigError('must have a path or a url')
  if (url !== undefined) return remoteLayer(url, table, attribution as string | undefined)
  const files = filesOf(path, attribution, folder, isTileFile)
  return { name: basename(files.path), ...files, table: tableOf(table) }
}

function weightLayerOf({ name, path, attribution }: Entry, folder: string): WeightLayerFiles {
  const files = filesOf(path, attribution, folder, isGeotiff)
  const named = name ?? basename(files.path).replace(/\.tiff?$/i, '')
  if (typeof named !== 'string' || !/^\S(.*\S)?$/u.test(named) || named.length > maximumNameLength)
    throw new ConfigError(`must have a name of 1 to ${maximumNameLength} characters`)
  // Names that would collide with members of JSON responses are refused.
  if (named === POSTED_POINTS || named === '__proto__')
    throw new ConfigError(`must not have the name ${named}`)
  return { name: named, ...files }
}

/** Resolves paths relative to the folder of the file that contains the path. */
function filesOf(
  path: unknown,
  attribution: unknown,
  folder: string,
  isFile: (path: string) => boolean,
): { path: string; attribution: string } {
  if (typeof path !== 'string') throw new ConfigError('must have a string as path')
  const full = resolve(folder, path)
  const stats = statSync(full, { throwIfNoEntry: false })
  if (stats === undefined || !(stats.isDirectory() || isFile(full))) {
    throw new ConfigError(`must have the path of a GeoTIFF or a folder; ${full} is neither`)
  }
  if (attribution === undefined) throw new ConfigError('must have an attribution: the owner of the data')
  return { path: full, attribution: attribution as string }
}

function remoteLayer(url: unknown, table: unknown, attribution: string | undefined): ClassLayerFiles {
  if (typeof url !== 'string') throw new ConfigError('must have a string as url')
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
      throw new ConfigError(`must have as table an object or one of ${shipped}, got ${table}`)
    return known
  }
  if (!isObject(table) || Object.keys(table).length === 0)
    throw new ConfigError(`must have a table: ${shipped}, or {"10": {"type": "trees", "height_m": 15}, …}`)
  return Object.fromEntries(Object.entries(table).map(([number, value]) => [number, rowOf(number, value)]))
}

function rowOf(number: string, value: unknown): ClassClutter {
  if (!/^(0|[1-9]\d{0,4})$/.test(number) || Number(number) > maximumClass)
    throw new ConfigError(`has the class ${number}, expected a whole number from 0 to ${maximumClass}`)
  const types = Object.keys(CLUTTER_HEIGHTS_M)
  const { type, height_m: heightM = CLUTTER_HEIGHTS_M[type as ClutterType] } = isObject(value) ? value : {}
  if (typeof type !== 'string' || !types.includes(type))
    throw new ConfigError(`must have for class ${number} one of the types ${types.join(', ')}`)
  if (typeof heightM !== 'number' || !(heightM >= 0 && heightM <= maximumHeightM))
    throw new ConfigError(
      `must have for class ${number} a height_m from 0 (bare ground) to ${maximumHeightM}`,
    )
  return { type: type as ClutterType, height_m: heightM }
}
