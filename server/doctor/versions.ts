/** Checks the versions of Node, libraries and the C library. */

import { createRequire } from 'node:module'
import { glibcObstacle } from '../compute/device/diagnosis.ts'
import { glibcVersion } from '../compute/device/facts.ts'
import { supportedNode, version } from '../config/config.ts'
import { type Check, fault, ok, warning } from './checks.ts'

export type Platform = ReturnType<typeof platformHere>

export function platformHere() {
  const { arch, versions } = process
  return {
    platform: process.platform as string,
    arch: arch as string,
    node: versions.node,
    supportedNode,
    /** glibc version; `null` for another C library. */
    glibc: glibcVersion(),
    /** Package versions; `undefined` if not installed. */
    gpuJs: installed('gpu.js'),
    webgpu: installed('webgpu'),
  }
}

export function versionChecks(found: Platform): Check[] {
  const { platform, arch, node, glibc, gpuJs, webgpu } = found
  const obstacle = glibcObstacle(found)
  return [
    ok('service', version),
    isSupported(node, found.supportedNode)
      ? ok('node', node)
      : fault('node', `version ${node} is not supported`, `install Node.js ${found.supportedNode}`),
    ...(obstacle ? [warning('libc', obstacle.finding, obstacle.cure ?? '')] : []),
    ...(obstacle || glibc === null ? [] : [ok('libc', `glibc ${glibc}`)]),
    gpuJs ? ok('gpu.js', gpuJs) : fault('gpu.js', 'not installed', 'npm ci'),
    webgpu
      ? ok('webgpu', `${webgpu} (Dawn), ${platform} ${arch}`)
      : warning('webgpu', 'not installed: no GPU can be used', 'npm ci'),
  ]
}

/** True if `node` is in one of the npm version ranges; supports ranges of the forms `^20.11` and `>=24`. */
export function isSupported(node: string, ranges: string): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  return ranges.split('||').some((range) => {
    const [, sign, from, fromMinor = 0] = /(\^|>=)(\d+)(?:\.(\d+))?/.exec(range) ?? []
    const isSame = major === Number(from) && minor >= Number(fromMinor)
    return isSame || (sign === '>=' && major > Number(from))
  })
}

function installed(name: string): string | undefined {
  try {
    return (createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version
  } catch {
    // An optional package may not be installed.
    return undefined
  }
}
