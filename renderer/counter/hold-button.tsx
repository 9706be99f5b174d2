import { CheckCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

/** Long enough to be no accident, and short enough for a hand that holds a bag. */
const HOLD_MS = 1_000

type HoldButtonProps = { readonly label: string; readonly isDisabled: boolean; readonly onHeld: () => void }

/** A button that acts when it was held for a second, by a finger or a key. A bar shows how long. */
export function HoldButton({ label, isDisabled, onHeld }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = (): void => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const begin = (): void => {
    if (timer.current !== undefined) return
    setHeld(true)
    timer.current = setTimeout(() => {
      end()
      onHeld()
    }, HOLD_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <button
      type="button"
      className="button bag-hold"
      data-command="hold-all"
      data-held={isHeld || undefined}
      disabled={isDisabled}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onKeyDown={({ key }) => {
        if (key === 'Enter' || key === ' ') begin()
      }}
      onKeyUp={end}
      onBlur={end}
      onContextMenu={(event) => event.preventDefault()}
    >
      <CheckCheck aria-hidden />
      {label}
    </button>
  )
}
