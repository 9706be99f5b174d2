import { Suspense } from 'react'
import { DialogBoundary } from '../app/dialog-boundary.tsx'
import { loadLater } from '../app/load-later.tsx'
import { useComanda } from '../app/window-parts.ts'

const PinPad = loadLater(async () => (await import('./pin-pad.tsx')).PinPad)

/** The pad over everything else, while the PIN is asked for. */
export function LazyPinPad() {
  const request = useComanda((state) => state.pinRequest)
  return request === undefined ? null : (
    <DialogBoundary onBroken={() => request.settle(false)}>
      <Suspense fallback={null}>
        <PinPad wanted={request.wanted} onSettled={request.settle} />
      </Suspense>
    </DialogBoundary>
  )
}
