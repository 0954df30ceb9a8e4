/** Collects licenses of the packages that a build contains. Plain JavaScript, like the bundlers. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Package folders in `node_modules` from which esbuild included files. */
function packagesOf(metafiles) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs))
  return inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[0] ?? [])
}

/** Writes `build/notices/NAME.txt`: name, version and license of the given and of all bundled packages. */
export function writeNotices(name, packages, ...metafiles) {
  const folders = new Set([
    ...packages.map((one) => join('node_modules', one)),
    ...packagesOf(metafiles).map((path) => path.slice(path.indexOf('node_modules/'))),
  ])
  const notices = [...folders].sort().map((folder) => {
    const path = join(root, folder)
    const about = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    const texts = readdirSync(path)
      .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
      .map((file) => readFileSync(join(path, file), 'utf8').trim())
    return [`${about.name} ${about.version} (${about.license})`, ...texts].join('\n\n')
  })
  mkdirSync(join(root, 'build/notices'), { recursive: true })
  writeFileSync(join(root, `build/notices/${name}.txt`), `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
}
