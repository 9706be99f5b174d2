import { useEffect, useRef, useState } from 'react'
import { DialogBoundary } from '../window/dialog-boundary.tsx'
import { lazyComponent } from '../window/lazy-component.tsx'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import type { FieldFollower, TextElement } from './follow-fields.ts'

const Keyboard = lazyComponent(async () => (await import('./keyboard.tsx')).Keyboard)

/** `count` grows with each field, so that each field gets a new keyboard. */
type Writing = { readonly field: TextElement | undefined; readonly count: number }

/** The on-screen keyboard, while a text field needs it. */
export function OnScreenKeyboard() {
  const { store } = useWindowParts()
  const when = useComanda((state) => state.settings?.onScreenKeyboard)
  const [{ field, count }, setWriting] = useState<Writing>({ field: undefined, count: 0 })
  const follower = useRef<FieldFollower>(undefined)
  useEffect(() => {
    let isOver = false
    // Not with the code of the start: the board has no field.
    void import('./follow-fields.ts').then(({ followFields }) => {
      if (isOver) return
      follower.current = followFields(
        () => store.getState().settings?.onScreenKeyboard ?? 'never',
        (next) => setWriting((before) => ({ field: next, count: before.count + 1 })),
      )
    })
    return () => {
      isOver = true
      follower.current?.stop()
    }
  }, [store])
  const close = (): void => follower.current?.close()
  if (field === undefined || when === 'never') return null
  return (
    <DialogBoundary onBroken={close}>
      <Keyboard key={count} field={field} onDone={close} />
    </DialogBoundary>
  )
}
