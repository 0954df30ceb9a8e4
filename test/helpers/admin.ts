import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(
  new URL(`../../server/command/main${extname(import.meta.filename)}`, import.meta.url),
)

export interface Ran {
  status: number | null
  out: string
  err: string
}

interface Options {
  /** When to interrupt it, as Ctrl-C does. */
  interruptWhen?: () => boolean
  /** Of which stream the reader goes away at once. */
  close?: 'stdout' | 'stderr'
}

/** Runs `coverage admin` in a process of its own. */
export function runAdmin(env: Record<string, string>, ...args: (string | Options)[]): Promise<Ran> {
  const words = args.filter((arg) => typeof arg === 'string')
  const options = args.find((arg) => typeof arg === 'object')
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, 'admin', ...words], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const timer = setInterval(() => {
      if (!options?.interruptWhen?.()) return
      clearInterval(timer)
      child.kill('SIGINT')
    }, 10)
    if (options?.close) child[options.close].destroy()
    const ran: Ran = { status: null, out: '', err: '' }
    child.stdout.on('data', (data: Buffer) => {
      ran.out += data.toString()
    })
    child.stderr.on('data', (data: Buffer) => {
      ran.err += data.toString()
    })
    child.on('close', (status) => {
      clearInterval(timer)
      resolve({ ...ran, status })
    })
  })
}
