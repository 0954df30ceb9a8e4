/** A graphics adapter that WebGPU offers. */
export interface Adapter {
  name: string
  /** Computed on the processor, as by SwiftShader or llvmpipe. */
  software: boolean
}

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
  return { name, software: isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|software/i.test(name) }
}
