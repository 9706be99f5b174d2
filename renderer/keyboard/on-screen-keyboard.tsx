import { useEffect, useRef, useState } from 'react'
import { DialogBoundary } from '../window/dialog-boundary.tsx'
import { lazyComponent } from '../window/lazy-component.tsx'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import type { TextElement } from './follow-fields.ts'
import { type FieldFollower, followFields } from './follow-fields.ts'

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
    const followed = followFields(
      () => store.getState().settings?.onScreenKeyboard ?? 'never',
      (next) => setWriting((before) => ({ field: next, count: before.count + 1 })),
    )
    follower.current = followed
    return followed.stop
  }, [store])
  const close = (): void => follower.current?.close()
  if (field === undefined || when === 'never') return null
  return (
    <DialogBoundary onBroken={close}>
      <Keyboard key={count} field={field} onDone={close} />
    </DialogBoundary>
  )
}
