import { DialogBoundary } from '../window/dialog-boundary.tsx'
import { lazyComponent } from '../window/lazy-component.tsx'
import { useComanda } from '../window/window-parts.ts'

const PinPad = lazyComponent(async () => (await import('./pin-pad.tsx')).PinPad)

/** The pad over everything else, while the PIN is asked for. */
export function LazyPinPad() {
  const request = useComanda((state) => state.pinRequest)
  return request === undefined ? null : (
    <DialogBoundary onBroken={() => request.settle(false)}>
      <PinPad wanted={request.wanted} onSettled={request.settle} />
    </DialogBoundary>
  )
}
