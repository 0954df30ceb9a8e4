/** A graphics adapter that WebGPU offers. */
export interface Adapter {
  name: string
  /** Computed on the processor, as by SwiftShader or llvmpipe. */
  software: boolean
  /** Size of the largest array that a kernel may have. */
  maximumBufferBytes: number
}

const softwareName = /swiftshader|llvmpipe|lavapipe|software/i

/**
 * The adapter that WebGPU offers for most speed; `undefined` where it has none. Afterwards `navigator.gpu` is there, as
 * gpu.js asks for it.
 *
 * @throws where the library can't be loaded on this machine
 */
export async function findAdapter(): Promise<Adapter | undefined> {
  const { create, globals } = await import('webgpu')
  Object.assign(globalThis, globals)
  // Node 20 has no navigator.
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

/** Names of all graphics processors, which WebGPU does not list, but Dawn does when it is to take an unknown adapter. */
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
