import { type Tile, TileError, type TileFile } from '../tile.ts'
import { openTextGrid, type TextGrid } from './text-grid.ts'

/* Esri ASCII grid: header lines with names and numbers, then the heights. */

const ESRI_ASCII_SOURCE = 'Esri ASCII grid'
const HEADER_LINE =
  /^\s*(ncols|nrows|xllcorner|yllcorner|xllcenter|yllcenter|cellsize|dx|dy|nodata_value)[ \t]+(\S+)[ \t]*\r?\n/i

/** Opens an .asc file; reads only the header. */
export function openEsriAscii(file: TileFile): Promise<Tile> {
  return openTextGrid(file, ESRI_ASCII_SOURCE, parseHeader)
}

function parseHeader(file: TileFile, text: string): TextGrid {
  const values = new Map<string, number>()
  let rest = text
  for (let line = HEADER_LINE.exec(rest); line !== null; line = HEADER_LINE.exec(rest)) {
    const value = line[2].toLowerCase() === 'nan' ? Number.NaN : Number(line[2].replace(',', '.'))
    if (Number.isNaN(value) && !/^nan$/i.test(line[2]))
      throw new TileError(file, `${line[1]} is ${line[2].slice(0, 40)}`)
    values.set(line[1].toLowerCase(), value)
    rest = rest.slice(line[0].length)
  }
  const need = (...names: string[]) => {
    const name = names.find((name) => values.has(name))
    const value = name === undefined ? Number.NaN : (values.get(name) ?? Number.NaN)
    if (!Number.isFinite(value)) throw new TileError(file, `its header has no ${names.join(' or ')}`)
    return value
  }
  const cols = need('ncols')
  const rows = need('nrows')
  const colStep = need('cellsize', 'dx')
  const rowStep = need('cellsize', 'dy')
  const west = need('xllcorner', 'xllcenter') + (values.has('xllcorner') ? colStep / 2 : 0)
  const south = need('yllcorner', 'yllcenter') + (values.has('yllcorner') ? rowStep / 2 : 0)
  const grid = { west, north: south + (rows - 1) * rowStep, rowStep, colStep }
  const nodata = values.get('nodata_value')
  return { rows, cols, grid, nodata, dataOffset: text.length - rest.length }
}
