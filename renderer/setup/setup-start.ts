import { useEffect } from 'react'
import type { Freshness } from '../../shared/freshness.ts'
import type { SetupStep } from '../../shared/setup-steps.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { isKeychainTrouble } from './keychain-troubles.ts'

const isOfFirstRun = (trouble: Freshness['trouble']): boolean =>
  trouble === 'not-configured' || trouble === 'keychain-garbled' || isKeychainTrouble(trouble)

/**
 * Whether the guided set-up opens automatically: it is unfinished, or it was never begun and no poll has ever
 * succeeded. A kitchen that has worked before is never interrupted.
 */
export function opensByItself(facts: {
  readonly setupStep: SetupStep | undefined
  readonly freshness: Freshness
  readonly isBoardEmpty: boolean
}): boolean {
  const { setupStep, freshness, isBoardEmpty } = facts
  if (setupStep !== undefined) return setupStep !== 'done'
  const neverChecked = freshness.checkedAt === undefined
  return freshness.state === 'setup' && isOfFirstRun(freshness.trouble) && neverChecked && isBoardEmpty
}

/** Opens the set-up when it is needed, and closes it again when it was not touched and is no longer needed. */
export function useSetupStart(): void {
  const { store } = useWindowParts()
  const opens = useComanda((state) =>
    opensByItself({
      setupStep: state.settings?.setupStep,
      freshness: state.connection.freshness,
      isBoardEmpty: Object.keys(state.board.orders).length === 0,
    }),
  )
  useEffect(() => {
    const { dialog, settings, openDialog, closeDialog } = store.getState()
    if (opens && dialog === undefined) openDialog({ kind: 'setup' })
    else if (!opens && dialog?.kind === 'setup' && settings?.setupStep === undefined) closeDialog()
  }, [opens, store])
}
