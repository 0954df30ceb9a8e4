export interface Adapter {
  name: string
  /** True for an adapter that runs on the CPU, such as SwiftShader or llvmpipe. */
  software: boolean
  maximumBufferBytes: number
}

const softwareName = /swiftshader|llvmpipe|lavapipe|software/i

/**
 * WebGPU's high-performance adapter, `undefined` if none exists. Sets `navigator.gpu`, read by gpu.js.
 *
 * @throws if the library cannot be loaded on this machine
 */
export async function findAdapter(): Promise<Adapter | undefined> {
  const { create, globals } = await import('webgpu')
  Object.assign(globalThis, globals)
  // Node 20 has no global `navigator`.
  const gpu = create([])
  Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true })
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' })
  if (adapter === null) return undefined
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info
  const name = [vendor, device || architecture, description].filter(Boolean).join(' ')
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits
  return {
    name,
    software: isFallbackAdapter || softwareName.test(name),
    maximumBufferBytes: Math.min(maxStorageBufferBindingSize, maxBufferSize),
  }
}

/** Names of all graphics processors, which WebGPU cannot list: from Dawn's error for an unknown adapter. */
export async function namesOfProcessors(): Promise<string[]> {
  const { create } = await import('webgpu')
  try {
    await create(['adapter=?']).requestAdapter()
    return []
  } catch (error) {
    const listed = (error as Error).message.matchAll(/backend: '(?:vulkan|d3d12|metal)', name: '(.*)'$/gm)
    return [...listed].map(([, name = '']) => name).filter((name) => !softwareName.test(name))
  }
}
