/**
 * A journal is lines of text: checksum, sequence, group, JSON. The sequence counts all entries ever made. Entries that
 * were written and fsynced together are a group, named by the sequence of its first; a group is only begun when the
 * one before it is on stable storage. So damage that is followed by entries of a later group struck what had been
 * stored, while damage that no later group follows is a last write that was never completed, nor acknowledged.
 *
 * The first line has sequence and group 0 and tells which journal this is.
 */

import { createHash } from 'node:crypto'
import { DamagedError } from './errors.ts'

export const formatVersion = 2

export interface JournalHeader {
  version: number
  journal: number
  /** Sequence of its first entry. */
  first: number
}

export interface JournalContent {
  header: JournalHeader
  entries: unknown[]
  /** Sequence of the entry after the last. */
  next: number
  /** Bytes up to the end of the last whole entry; what follows was never completed. */
  wholeBytes: number
}

const newline = 10

export function journalLine(sequence: number, group: number, json: string): string {
  const text = `${sequence} ${group} ${json}`
  return `${checksum(text)} ${text}\n`
}

export function headerLine(header: JournalHeader): string {
  return journalLine(0, 0, JSON.stringify(header))
}

/**
 * Reads a journal; `undefined` for one whose making was never completed.
 *
 * @throws {DamagedError} when something in it is not what was written, but for an end that was never completed
 */
export function parseJournal(content: Buffer, path: string): JournalContent | undefined {
  const [first, ...rest] = linesOf(content)
  const header = first?.line?.sequence === 0 ? (JSON.parse(first.line.json) as JournalHeader) : undefined
  if (header === undefined) {
    if (rest.some(({ line }) => line !== undefined)) {
      throw new DamagedError(path, 'the first line is not what was written.', { offset: 0 })
    }
    return undefined
  }
  if (header.version > formatVersion) {
    throw new Error(
      `${path} is of version ${header.version}, made by a newer service; this one knows ${formatVersion}.`,
    )
  }
  const entries: unknown[] = []
  let next = header.first
  let wholeBytes = first?.end ?? 0
  for (const [index, { line, end }] of rest.entries()) {
    if (line?.sequence !== next) {
      const wanted = next
      if (rest.slice(index).some(({ line }) => line !== undefined && line.group > wanted)) {
        const detail = `entry ${wanted} is not what was written, though whole ones follow.`
        throw new DamagedError(path, detail, { offset: wholeBytes })
      }
      break
    }
    entries.push(JSON.parse(line.json))
    next++
    wholeBytes = end
  }
  return { header, entries, next, wholeBytes }
}

interface Line {
  sequence: number
  group: number
  json: string
}

/** Every line with the byte after its end; `line` is `undefined` where it is not whole. */
function linesOf(content: Buffer): { line: Line | undefined; end: number }[] {
  const lines = []
  for (let start = 0; start < content.length; ) {
    const found = content.indexOf(newline, start)
    const end = found < 0 ? content.length : found + 1
    lines.push({ line: found < 0 ? undefined : lineOf(content.toString('utf8', start, found)), end })
    start = end
  }
  return lines
}

function lineOf(text: string): Line | undefined {
  const [, check, rest, sequence, group, json] = /^([0-9a-f]{16}) ((\d+) (\d+) (.*))$/s.exec(text) ?? []
  if (json === undefined || check !== checksum(rest)) return undefined
  return { sequence: Number(sequence), group: Number(group), json }
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
