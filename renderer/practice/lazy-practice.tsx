import { Suspense } from 'react'
import { DialogBoundary } from '../app/dialog-boundary.tsx'
import { loadLater } from '../app/load-later.tsx'
import { useComanda } from '../app/window-parts.ts'
import type { PracticeUnderWay } from '../store/ui-slice.ts'

const PracticeScreen = loadLater(async () => (await import('./practice-screen.tsx')).PracticeScreen)

/** Loaded when it is wanted. One that fails gives way to the real board. */
export function LazyPractice({ practice }: { readonly practice: PracticeUnderWay }) {
  const showPractice = useComanda((state) => state.showPractice)
  return (
    <DialogBoundary onBroken={() => showPractice(undefined)}>
      <Suspense fallback={null}>
        <PracticeScreen practice={practice} />
      </Suspense>
    </DialogBoundary>
  )
}
