import { fromArrayBuffer } from 'geotiff'
import type { Client } from './client.ts'

/** The cells of a simulation that is run to its end. */
export async function rasterOf(client: Client, asked: object): Promise<number[]> {
  const { id } = (await client.post('/api/v1/simulate', asked)).json<{ id: string }>()
  for (;;) {
    const { status, error } = (await client.get(`/api/v1/status/${id}`)).json<{
      status: string
      error?: { detail: string }
    }>()
    if (status === 'failed') throw new Error(error?.detail)
    if (status === 'completed') break
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const { body: file } = await client.get(`/api/v1/results/${id}.tif`)
  const tiff = await fromArrayBuffer(new Uint8Array(file).buffer)
  const [band] = await (await tiff.getImage()).readRasters()
  return Array.from(band as Float32Array)
}
