import { Suspense } from 'react'
import { DialogBoundary } from '../window/dialog-boundary.tsx'
import { loadLater } from '../window/load-later.tsx'
import { useComanda } from '../window/window-parts.ts'
import type { PracticeScreenProps } from './practice-screen.tsx'

const PracticeScreen = loadLater(async () => (await import('./practice-screen.tsx')).PracticeScreen)

/** Loaded when a practice begins. When it fails, the real board comes back. */
export function LazyPractice(props: PracticeScreenProps) {
  const showPractice = useComanda((state) => state.showPractice)
  return (
    <DialogBoundary onBroken={() => showPractice(undefined)}>
      <Suspense fallback={null}>
        <PracticeScreen {...props} />
      </Suspense>
    </DialogBoundary>
  )
}
