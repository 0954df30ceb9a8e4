import type { AntennaRecord } from '../state/antennas.ts'

const RADIUS = 100
/** Maximum attenuation in dB that the plot shows; higher values are drawn at the center. */
const MAXIMUM_DB = 40
const rings = [10, 20, 30]

/** Point at an angle clockwise from the top, or from the right. */
function pointAt(angleDeg: number, radius: number, isFromRight: boolean): [number, number] {
  const angle = ((angleDeg - (isFromRight ? 0 : 90)) * Math.PI) / 180
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
}

interface Props {
  cut: AntennaRecord['horizontal']
  name: string
  /** Text with the same information as the plot. */
  text: string
  /** Labels at the top, right, bottom and left. */
  marks: readonly [string, string, string, string]
  isFromRight?: boolean
}

/** Polar plot of an antenna cut, with a caption. */
export function Polar({ cut, name, text, marks, isFromRight = false }: Props) {
  const points = cut.angles_deg.map((angle, index) => {
    const weakerDb = Math.min(MAXIMUM_DB, cut.attenuation_db[index] ?? MAXIMUM_DB)
    return pointAt(angle, RADIUS * (1 - weakerDb / MAXIMUM_DB), isFromRight)
  })
  const shape = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  const [top, right, bottom, left] = marks
  return (
    <figure>
      <svg
        class="polar"
        viewBox="-142 -122 284 244"
        role="img"
        aria-label={`${name}: ${text}`}
        text-anchor="middle"
      >
        <circle class="polar-edge" r={RADIUS} />
        {rings.map((db) => (
          <circle key={db} class="polar-ring" r={RADIUS * (1 - db / MAXIMUM_DB)} />
        ))}
        <path class="polar-ring" d={`M-${RADIUS} 0H${RADIUS}M0-${RADIUS}V${RADIUS}`} />
        <path class="polar-cut" d={`M${shape}Z`} />
        {rings.map((db) => (
          <text key={db} class="polar-db" text-anchor="start" x="3" y={-RADIUS * (1 - db / MAXIMUM_DB) + 9}>
            {`−${db}`}
          </text>
        ))}
        <text y={-RADIUS - 6}>{top}</text>
        <text text-anchor="start" x={RADIUS + 4} y="4">
          {right}
        </text>
        <text y={RADIUS + 16}>{bottom}</text>
        <text text-anchor="end" x={-RADIUS - 4} y="4">
          {left}
        </text>
      </svg>
      <figcaption class="hint">
        <strong>{name}</strong>
        {text}
      </figcaption>
    </figure>
  )
}
