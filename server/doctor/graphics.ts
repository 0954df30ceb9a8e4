/** Checks which GPU WebGPU can use, or why no GPU can be used. */

import type { ProbeAnswer } from '../compute/device/choose.ts'
import { obstacles } from '../compute/device/diagnosis.ts'
import type { KernelBackend } from '../config/config.ts'
import { type Check, fault, gibibytes, ok, warning } from './checks.ts'

const subject = 'graphics'
const withoutGraphics = 'set KERNEL_BACKEND=webasm to compute on the CPU'

export function graphicsChecks(found: ProbeAnswer | string, backend: KernelBackend): Check[] {
  if (backend === 'webasm' || backend === 'cpu') {
    return [ok(subject, `KERNEL_BACKEND=${backend}: no GPU is used`)]
  }
  if (typeof found === 'string') {
    const bad = backend === 'webgpu' ? fault : warning
    return [bad(subject, found, `update the graphics driver; ${withoutGraphics}`)]
  }
  const { adapter, adapters, facts } = found
  const isUsed = adapter !== undefined && (!adapter.software || backend === 'webgpu')
  const checks: Check[] = []
  if (adapter) {
    const name = `${adapter.name}, buffers of up to ${gibibytes(adapter.maximumBufferBytes)}`
    if (!adapter.software) checks.push(ok(subject, name))
    else if (!isUsed) checks.push(ok(subject, `${name}; a software adapter, so webasm is used instead`))
    else
      checks.push(
        warning(subject, `${name}; a software adapter: computes on the processor`, 'set KERNEL_BACKEND=auto'),
      )
  }
  if (adapters.length > 1) {
    checks.push(
      warning(
        subject,
        `${adapters.length} GPUs (${adapters.join(', ')}); each service or compute node uses one GPU`,
        'run one compute node per GPU, each in a container with one GPU: --gpus device=1 (docker), --device nvidia.com/gpu=1 (podman)',
      ),
    )
  }
  if (isUsed) return checks
  const bad = backend === 'webgpu' ? fault : warning
  for (const { finding, cure = withoutGraphics, isAbsence } of obstacles(facts)) {
    if (!isAbsence || backend === 'webgpu') checks.push(bad(subject, finding, cure))
    else if (!adapter) checks.push(ok(subject, `${finding}: webasm is used`))
  }
  return checks
}
