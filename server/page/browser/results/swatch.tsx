import { sayLabel } from '../words/labels.ts'

/** Legend color with a label; SVG, because the content security policy forbids inline styles. */
export function Swatch({
  color,
  label,
  text = sayLabel(label),
}: {
  color: string
  label: string
  /** Text in place of the translated label. */
  text?: string
}) {
  const [fill, opacity] = [color.slice(0, 7), Number.parseInt(color.slice(7), 16) / 255]
  return (
    <>
      <svg class="swatch" viewBox="0 0 20 14" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {label.endsWith('(hatched)') ? (
          <path d="M-2 8 8-2M2 14 16 0M10 16 22 4" stroke={fill} stroke-opacity={opacity} stroke-width="3" />
        ) : (
          <rect width="20" height="14" fill={fill} fill-opacity={opacity} />
        )}
      </svg>
      {text}
    </>
  )
}
