import { encode } from 'uqr'
import { CopyField } from '../ask/copy-field.tsx'
import { layer, layersOf, type NetworkRecord, type SimulationRecord, shownId } from '../state/results.ts'
import { viewQuery } from '../state/viewing.ts'
import { say } from '../words/words.ts'

/** Quiet zone around a QR code in modules (ISO/IEC 18004, 9.1). */
const QUIET = 4
/** Loopback hosts, which a phone cannot reach. */
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

interface Props {
  record: SimulationRecord | NetworkRecord
  address: string
  /** Query of the displayed view, without "?", for tiles and for rasters that depend on the view. */
  query?: string
}

/** Share URLs to copy: for phones, and for other programs. */
export function ShareAddresses({ record, address, query = viewQuery(record.id) }: Props) {
  const { id } = record
  const { origin, hostname, hash } = new URL(address)
  const token = new URLSearchParams(hash.slice(1)).get('share') ?? ''
  const isNetwork = 'sites' in record
  const isOther = !isNetwork && shownId.value === id && layer.value !== layersOf(record)[0]
  const layered = [`share=${token}`, ...(isOther ? [`layer=${layer.value}`] : [])].join('&')
  const viewed = query === '' ? layered : `${layered}&${query}`
  // Values of a raster do not depend on the view, but classes do.
  const raster = isNetwork || (isOther && layer.value === 'class') ? viewed : layered
  return (
    <>
      {!LOOPBACK.test(hostname) && <QrCode text={address} />}
      <details class="addresses">
        <summary>{say('addresses')}</summary>
        <CopyField
          label={say('addressTiles')}
          text={`${origin}/results/${id}/tiles/{z}/{x}/{y}.png?${viewed}`}
          isLabelled
        />
        <CopyField
          label={say('addressRaster')}
          text={`/vsicurl/${origin}/results/${id}.tif?${raster}`}
          isLabelled
        />
      </details>
    </>
  )
}

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: QUIET })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={say('qrCode')}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
