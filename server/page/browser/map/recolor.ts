/** Leaves parts of a tile out, by their colours or by the values that the service tells beside it. */

/** Colours of the legend lie farther apart than what the decoding of a translucent one may shift. */
const SAME_COLOR = 12

/** Pixels of these colours, `#rrggbbaa`, become transparent. */
export function leaveOut(pixels: Uint8ClampedArray, colors: readonly string[]): void {
  const channels = colors.map((color) =>
    [1, 3, 5, 7].map((at) => Number.parseInt(color.slice(at, at + 2), 16)),
  )
  if (channels.length === 0) return
  for (let at = 0; at < pixels.length; at += 4) {
    const isHidden = channels.some((color) =>
      color.every((channel, index) => Math.abs(channel - (pixels[at + index] ?? 0)) <= SAME_COLOR),
    )
    if (isHidden) pixels[at + 3] = 0
  }
}

/** Black is no value: it stays as it is. */
export function leaveOutBelow(pixels: Uint8ClampedArray, values: Uint8ClampedArray, belowCode: number): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const code = 65_536 * (values[at] ?? 0) + 256 * (values[at + 1] ?? 0) + (values[at + 2] ?? 0)
    if (code > 0 && code < belowCode) pixels[at + 3] = 0
  }
}
