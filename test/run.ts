/**
 * `npm test`: every test file, or those that are named, each in a process of its own, three at a time. tap's own runner
 * hooks a module loader into every process, also those that a test starts (services, compute processes, commands), for
 * reports that nobody reads here: their start takes twice the processor time.
 */

import { spawn } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** Everything that the files say, and at the end the counts. */
const report = process.env.TEST_REPORT ?? join(root, '.tap/report.tap')
/** One more than the cores it is meant for: many wait, for a process to start or a time to pass. */
const FILES_AT_ONCE = 3
/** Of a file, and of each test in it that sets no other. */
const TIMEOUT_S = Number(process.env.TAP_TIMEOUT ?? 600)

const GRACE_S = 3

/** By the sources: what a test that is gone left among what was built is not run. */
async function allFiles(): Promise<string[]> {
  const names = await readdir(join(root, 'test'), { recursive: true })
  const tests = names.filter((name) => name.endsWith('.test.ts')).sort()
  return tests.map((name) => join(root, 'build/test', name.replace(/\.ts$/, '.js')))
}

interface Outcome {
  output: string
  passed: boolean
  seconds: number
}

function runFile(file: string): Promise<Outcome> {
  const startMs = performance.now()
  const child = spawn(process.execPath, ['--enable-source-maps', file], {
    cwd: root,
    env: { ...process.env, TAP_TIMEOUT: String(TIMEOUT_S) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  // tap ends a file that takes too long, and says what it waits for; this is for one in which nothing runs any more.
  const timer = setTimeout(() => child.kill('SIGKILL'), 1000 * (TIMEOUT_S + GRACE_S))
  return new Promise((resolve) => {
    child.once('error', (error) => {
      output += String(error)
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      if (signal !== null) output += `Ended by ${signal}.\n`
      resolve({ output, passed: code === 0, seconds: (performance.now() - startMs) / 1000 })
    })
  })
}

type Counts = Record<'total' | 'pass' | 'fail' | 'skip', number>

/** What tap says at the end of a file; one that failed without a failed assertion counts as one. */
function countsOf({ output, passed }: Outcome): Counts {
  const counts: Counts = { total: 0, pass: 0, fail: 0, skip: 0 }
  const last = [...output.matchAll(/^# \{ (total: .*) \}$/gm)].at(-1)?.[1] ?? ''
  for (const [, name, number] of last.matchAll(/(\w+): (\d+)/g)) {
    if (name !== undefined && name in counts) counts[name as keyof Counts] = Number(number)
  }
  if (!passed && counts.fail === 0) {
    counts.fail++
    counts.total++
  }
  return counts
}

/** Of a file that passed what it skipped, of one that failed all but the assertions that hold. */
function shown({ output, passed }: Outcome): string[] {
  const lines = output.split('\n')
  if (passed) return lines.filter((line) => /^ *ok .* # SKIP/.test(line)).map((line) => line.trim())
  return lines.filter((line) => !/^ *(?:ok |# Subtest|# time=|\d+\.\.\d+|\}?$)/.test(line))
}

const named = process.argv.slice(2).map((name) => resolve(name))
const files = named.length > 0 ? named : await allFiles()
const waiting = [...files]
const outputs: string[] = []
const sum: Counts = { total: 0, pass: 0, fail: 0, skip: 0 }

async function runWaiting(): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const name = relative(root, file)
    const outcome = await runFile(file)
    const { output, passed, seconds } = outcome
    const counts = countsOf(outcome)
    for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key]
    outputs.push(`# ${name}\n${output}`)
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${name}`)
    for (const line of shown(outcome)) console.log(`    ${line}`)
    if (!passed) process.exitCode = 1
  }
}

await Promise.all(Array.from({ length: FILES_AT_ONCE }, runWaiting))
const summary = `# { total: ${sum.total}, pass: ${sum.pass}, fail: ${sum.fail}, skip: ${sum.skip} }`
console.log(summary)
await mkdir(dirname(report), { recursive: true })
await writeFile(report, [...outputs, summary, ''].join('\n'))
