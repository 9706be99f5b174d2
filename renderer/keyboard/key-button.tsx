import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import type { KeyAction } from './layouts.ts'

const REPEAT_AFTER_MS = 450
const REPEAT_EVERY_MS = 90

type KeyButtonProps = {
  readonly face: ReactNode
  /** For assistive technology. */
  readonly label?: string
  readonly name?: KeyAction
  /** Whether the key repeats while it is held. */
  readonly repeats?: boolean
  readonly isPressed?: boolean
  readonly onPress: () => void
}

/**
 * A key that acts on touch, not on release, so that two fingers can type fast. Assistive technology presses it with a click
 * without a pointer.
 */
export function KeyButton({ face, label, name, repeats = false, isPressed, onPress }: KeyButtonProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onPress)
  latest.current = onPress
  const release = (): void => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])

  const press = (event: PointerEvent): void => {
    // Keeps the focus in the field.
    event.preventDefault()
    if (event.button !== 0) return
    onPress()
    if (!repeats) return
    const again = (): void => {
      latest.current()
      timer.current = setTimeout(again, REPEAT_EVERY_MS)
    }
    release()
    timer.current = setTimeout(again, REPEAT_AFTER_MS)
  }
  return (
    <button
      type="button"
      className="keyboard-key"
      data-key={name}
      aria-label={label}
      aria-pressed={isPressed}
      tabIndex={-1}
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onClick={({ detail }) => {
        if (detail === 0) onPress()
      }}
    >
      {face}
    </button>
  )
}
