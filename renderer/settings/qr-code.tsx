import { encode } from 'uqr'

/** Light modules around the code, which readers need. */
const QUIET_MODULES = 4

/** A text as a code for the camera of a phone or a TV. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: QUIET_MODULES })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="screens-qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} data-testid="qr-code">
      <path d={modules.join('')} />
    </svg>
  )
}
