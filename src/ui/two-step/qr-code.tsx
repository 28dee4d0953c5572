import { encode } from 'uqr'

const QUIET_ZONE = 4 // modules; ISO/IEC 18004
const SIDE_PX = 224 // large enough for a camera at close range, and it fits on the narrowest phone

/** A QR code, drawn in the page. Black on white in both themes: cameras expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return (
    <svg width={SIDE_PX} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
