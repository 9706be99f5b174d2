import { DialogBoundary } from '../window/dialog-boundary.tsx'
import { lazyComponent } from '../window/lazy-component.tsx'
import { useComanda } from '../window/window-parts.ts'
import type { PracticeScreenProps } from './practice-screen.tsx'

const PracticeScreen = lazyComponent(async () => (await import('./practice-screen.tsx')).PracticeScreen)

/** The practice, loaded when it begins. When it fails, the real board is shown. */
export function LazyPractice(props: PracticeScreenProps) {
  const showPractice = useComanda((state) => state.showPractice)
  return (
    <DialogBoundary onBroken={() => showPractice(undefined)}>
      <PracticeScreen {...props} />
    </DialogBoundary>
  )
}
