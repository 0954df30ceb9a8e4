/** Writes the figures of one standard run into the documents, between two marker comments. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../frame/options.ts'
import { MINIMUM_SAMPLES } from './compare.ts'
import { rounded, type StandardReport, type StandardRow } from './comparison.ts'
import { MACHINE } from './machine.ts'

const BEGIN = '<!-- standard run: written by npm run bench -- --update -->'
const END = '<!-- end of the standard run -->'
const PEER_RATIO = / : ours$/
const SPEED = 'million cells a second'
const CELL_TIME = 'processor time a cell, ns'

/** Documents with a block of figures, and the function that writes the block. */
const documents: Record<string, (report: StandardReport) => string> = {
  'README.md': summary,
  'bench/README.md': tables,
}

/** Rejects runs of an unknown or changed commit, whose figures cannot be reproduced. */
export function requireCommit(commit: string | undefined): void {
  if (!commit || commit.endsWith('-dirty'))
    throw new UsageError(`Expected a commit without changes, got ${commit ?? 'none'}.`)
}

/** Replaces the block of each document; returns the names of the documents. */
export async function updateDocuments(report: StandardReport, folder: string): Promise<string[]> {
  requireCommit(report.commit)
  const rounds = report.rows[0]?.n ?? 0
  if (rounds < MINIMUM_SAMPLES)
    throw new UsageError(`Expected ${MINIMUM_SAMPLES} rounds or more, got ${rounds}.`)
  const updated: [string, string][] = []
  for (const [name, textOf] of Object.entries(documents)) {
    const text = await readFile(join(folder, name), 'utf8')
    const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
    if (begin < 0 || end < begin) throw new Error(`Expected "${BEGIN}" and "${END}" in ${name}.`)
    const block = `${BEGIN}\n\n${textOf(report)}\n\n`
    updated.push([name, text.slice(0, begin) + block + text.slice(end)])
  }
  for (const [name, text] of updated) await writeFile(join(folder, name), text)
  return updated.map(([name]) => name)
}

/** Sentences for the project's README: ratios to other programs, and the duration of the command. */
function summary({ rows, programs }: StandardReport): string {
  const peers = rows.filter(isPeerRatio).map((row) => {
    const { peer, version } = peerOf(row, programs)
    return `\`${peer}\` ${version} takes ${ratio(row)} times as long (${row.case})`
  })
  const commands = rows.flatMap(({ case: name, quantity, p50 }) => {
    const size = name.startsWith('coverage ') && /^command to file, (.+), ms$/.exec(quantity)?.[1]
    return size ? [`${size} in ${rounded((p50 ?? Number.NaN) / 1000)} s`] : []
  })
  return wrapped(
    `Speed, median (minimum to maximum), of other programs as whole processes over ours in memory, without start-up and files: ${peers.join('; ')}. Our command, from start to file: ${commands.join(', ')} ([benchmarks](bench/README.md)).`,
  )
}

/** Tables of a report: heading, ratios to other programs, models, and all other quantities. */
function tables(report: StandardReport): string {
  const { commit, version, startedAt, host, rows, backend, seconds } = report
  const head = wrapped(
    `Commit ${commit} (version ${version}), ${startedAt.slice(0, 10)}: ${rows[0]?.n} rounds in ${seconds} s on ` +
      `${host.processor}, ${host.cores} threads, ${host.memoryGib} GiB, Node ${host.node.slice(1)}; ` +
      `service on ${backend.split(',')[0]}. Medians, with minimum and maximum.`,
  )
  const peers = rows.filter(isPeerRatio).map((row) => {
    const { peer, version } = peerOf(row, report.programs)
    const time = (of: string) => ms(rows.find((one) => one.case === row.case && one.quantity === `${of}, ms`))
    return [`\`${peer}\` ${version}, whole process`, row.case, ratio(row), time(peer), time('ours')]
  })
  const models = rows.filter(({ quantity }) => quantity === SPEED)
  const cellTime = (name: string) =>
    rounded(rows.find((row) => row.case === name && row.quantity === CELL_TIME)?.p50)
  const isInOthers = ({ case: name, quantity }: StandardRow) =>
    name !== MACHINE &&
    quantity !== SPEED &&
    quantity !== CELL_TIME &&
    !/ ours$|^ours, |^(gdal|splat)/.test(quantity)
  return [
    head,
    table(['other program', 'ours, in process', 'its time : ours', 'its time', 'our time'], peers),
    table(
      ['model, backend', 'million cells a second', 'processor time a cell'],
      models.map((row) => [row.case, range(row), `${cellTime(row.case)} ns`]),
    ),
    table(
      ['service and command', 'ms'],
      rows.filter(isInOthers).map((row) => [`${row.case}: ${row.quantity.replace(/, ms$/, '')}`, range(row)]),
    ),
  ].join('\n\n')
}

const isPeerRatio = ({ quantity }: StandardRow) => PEER_RATIO.test(quantity)

function peerOf({ quantity }: StandardRow, programs: StandardReport['programs']) {
  const peer = quantity.replace(PEER_RATIO, '')
  return { peer, version: programs[peer.split(' ')[0] ?? ''] ?? '' }
}

const ratio = ({ p50, min, max }: StandardRow) =>
  `${p50?.toFixed(2)} (${[min, max].map((value) => value?.toFixed(2)).join(' to ')})`
const range = ({ p50, min, max }: StandardRow) => `${rounded(p50)} (${rounded(min)} to ${rounded(max)})`
const ms = (row: StandardRow | undefined) => `${rounded(row?.p50)} ms`

function table(head: string[], lines: string[][]): string {
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Text wrapped to lines of at most 100 characters. */
function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1]
    if (line !== '' && line.length + word.length >= 100) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}
