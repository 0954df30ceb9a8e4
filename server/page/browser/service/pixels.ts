/** Keeps the colors of a picture, which encode numbers, as they are. */
export const asNumbers = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const

export async function pixelsOf(bytes: ArrayBuffer): Promise<Uint8ClampedArray> {
  const picture = await createImageBitmap(new Blob([bytes]), asNumbers)
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser draws no tiles.')
  context.drawImage(picture, 0, 0)
  return context.getImageData(0, 0, width, height).data
}
