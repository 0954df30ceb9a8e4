/**
 * `npm test`: the quick suite; `--all`: every test file; `--slow`: those that `npm test` leaves out; or those that are named, as sources or as built. Four processes at a
 * time, a browser's for two. Quick files of some folders share a process, as most of a small file's time is the loading of modules; slow files have
 * one each. tap's own runner hooks a module loader into every process, also those that a test starts (services, compute
 * processes, commands), for reports that nobody reads here: their start takes twice the processor time.
 */

import { spawn } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '../..')
/** Everything that the files say, and at the end the counts. */
const report = process.env.TEST_REPORT ?? join(root, '.tap/report.tap')
/** Twice the cores it is meant for: many wait, for a process to start or a time to pass. */
const FILES_AT_ONCE = 4
/** A browser draws by software on all cores: with three other files its pages, and products, run into time limits. */
const FILES_OF_A_BROWSER = 2
const STARTS_BROWSER = /page\/\w+\.slow\.test\.js$/
/** Of a file, and of each test in it that sets no other. */
const TIMEOUT_S = Number(process.env.TAP_TIMEOUT ?? 1200)

const GRACE_S = 3
/** Whatever the exit code: a file in which nothing waits any more ends with 0, also before the end of its tests. */
const FAILURE = /^not ok /m
/**
 * Node 20 ends itself where a thread ends while V8 still compiles for it: no order of its two steps is free of the race
 * (https://github.com/nodejs/node/issues/31752). It is no answer to what was tested, so the files run once more.
 */
const RACE_OF_NODE_20 = /node::NodePlatform::ForIsolate\b.*\n.*Assertion failed: \(data\.first\) != nullptr/

/** Folders whose quick files share processes, this many files each; those that take longest first. */
const SHARING = [
  'server/page',
  'server/http',
  'server',
  'kernels',
  'server/command',
  'storage',
  'server/nodes',
  'architecture',
]
const FILES_PER_PROCESS = 12

/** Test files by their sources: a built file without one is left from before. */
async function sourcesOfTests({ all, slow }: { all: boolean; slow: boolean }): Promise<string[]> {
  const names = await readdir(join(root, 'test'), { recursive: true })
  const tests = names.filter(
    (name) => name.endsWith('.test.ts') && (all || name.endsWith('.slow.test.ts') === slow),
  )
  return tests.sort()
}

/** Built files, grouped by process. */
function grouped(names: string[]): string[][] {
  const groups: string[][] = []
  const open = new Map<string, string[]>()
  const rank = (name: string) =>
    SHARING.indexOf(dirname(name)) + (SHARING.includes(dirname(name)) ? 0 : SHARING.length + 1)
  for (const name of names.toSorted((a, b) => rank(a) - rank(b))) {
    const file = join(root, 'build/test', name.replace(/\.ts$/, '.js'))
    const folder = dirname(name)
    const isAlone = !SHARING.includes(folder) || name.endsWith('.slow.test.ts')
    const group = isAlone ? undefined : open.get(folder)
    if (group !== undefined && group.length < FILES_PER_PROCESS) group.push(file)
    else {
      const started = [file]
      groups.push(started)
      if (!isAlone) open.set(folder, started)
    }
  }
  return groups
}

/** A file as it is named on the command line, built: `test/x.test.ts` or `build/test/x.test.js`. */
function builtFile(name: string): string {
  const path = resolve(name)
  return path.endsWith('.ts') ? join(root, 'build', relative(root, path).replace(/\.ts$/, '.js')) : path
}

interface Outcome {
  output: string
  passed: boolean
  seconds: number
}

function runFiles(files: string[]): Promise<Outcome> {
  const startMs = performance.now()
  const program = files.length > 1 ? [join(import.meta.dirname, 'together.js'), ...files.slice(0, 1)] : files
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { ...process.env, TAP_TIMEOUT: String(TIMEOUT_S), TEST_FILES: files.join(delimiter) },
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
      const passed = code === 0 && !FAILURE.test(output)
      resolve({ output, passed, seconds: (performance.now() - startMs) / 1000 })
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

// Threads that make products give way to computation (niceness 10); beside four files' processes of niceness 0 they would starve,
// and run into their time limits.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, slow: { type: 'boolean', default: false } },
})
const waiting =
  positionals.length > 0
    ? positionals.map((name) => [builtFile(name)])
    : grouped(await sourcesOfTests(values))
const outputs: string[] = []
const sum: Counts = { total: 0, pass: 0, fail: 0, skip: 0 }

async function runWaiting(): Promise<void> {
  const running = new Set<Promise<void>>()
  let weight = 0
  while (waiting.length > 0 || running.size > 0) {
    const at = waiting.findIndex((files) => weight + weightOf(files) <= FILES_AT_ONCE)
    const [files] = at < 0 ? [] : waiting.splice(at, 1)
    if (files === undefined) {
      await Promise.race(running)
      continue
    }
    weight += weightOf(files)
    const run = runOne(files).finally(() => {
      running.delete(run)
      weight -= weightOf(files)
    })
    running.add(run)
  }
}

function weightOf(files: string[]): number {
  return files.some((file) => STARTS_BROWSER.test(file)) ? FILES_OF_A_BROWSER : 1
}

async function runOne(files: string[]): Promise<void> {
  const [first = '', ...others] = files.map((file) => relative(root, file))
  const name = others.length > 0 ? `${first} … ${others.at(-1)} (${files.length} files)` : first
  let outcome = await runFiles(files)
  if (!outcome.passed && RACE_OF_NODE_20.test(outcome.output)) {
    console.log(`AGAIN            ${name}: Node ended itself at the end of a thread`)
    outcome = await runFiles(files)
  }
  const { output, passed, seconds } = outcome
  const counts = countsOf(outcome)
  for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key]
  outputs.push(`# ${name}\n${output}`)
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${name}`)
  for (const line of shown(outcome)) console.log(`    ${line}`)
  if (!passed) process.exitCode = 1
}

await runWaiting()
const summary = `# { total: ${sum.total}, pass: ${sum.pass}, fail: ${sum.fail}, skip: ${sum.skip} }`
console.log(summary)
await mkdir(dirname(report), { recursive: true })
await writeFile(report, [...outputs, summary, ''].join('\n'))
