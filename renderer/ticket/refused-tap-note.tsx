import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'

/** Time for which the reason is shown (ms). */
const SHOWN_MS = 2_500
/** Nearer to the upper edge it is below the finger (CSS px). */
const ABOVE_FROM_PX = 160

/** Why the last tap counts for nothing, above the finger. It moves nothing, and lets touches through. */
export function RefusedTapNote() {
  const { t } = useTranslation('refusedTap')
  const { store } = useWindowParts()
  const refused = useComanda((state) => state.refusedTap)
  useEffect(() => {
    if (refused === undefined) return undefined
    const end = (): void => store.getState().showRefusedTap(undefined)
    const timer = setTimeout(end, SHOWN_MS)
    // The next touch may be the one that counts.
    addEventListener('pointerdown', end, { capture: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', end, { capture: true })
    }
  }, [refused, store])
  if (refused === undefined) return null
  const { x, y } = refused.point ?? { x: innerWidth / 2, y: innerHeight }
  return createPortal(
    <p
      className="refused-tap"
      role="status"
      data-testid="refused-tap"
      data-why={refused.why}
      data-react-aria-top-layer="true"
      data-below={y < ABOVE_FROM_PX || undefined}
      style={{ left: `clamp(var(--half), ${x}px, 100vw - var(--half))`, top: `${y}px` }}
    >
      {t(refused.why)}
    </p>,
    document.body,
  )
}
