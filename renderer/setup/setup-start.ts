import { useEffect } from 'react'
import type { SetupStage } from '../../shared/contract/values.ts'
import type { Freshness, Trouble } from '../../shared/time/freshness.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'

/** Problems that the keychain causes. */
export const isKeychainTrouble = (trouble: Trouble | undefined): trouble is Extract<Trouble, `keychain-${string}`> =>
  trouble?.startsWith('keychain-') === true

/**
 * Whether the guided set-up opens automatically: it is unfinished, or it was never begun and no poll has succeeded. It does
 * not open in a kitchen that has already worked.
 */
export function shouldOpenSetup(facts: {
  readonly setupStep: SetupStage | undefined
  readonly freshness: Freshness
  readonly isBoardEmpty: boolean
}): boolean {
  const { setupStep, freshness, isBoardEmpty } = facts
  if (setupStep !== undefined) return setupStep !== 'done'
  const canBeFirst = freshness.trouble === 'not-configured' || isKeychainTrouble(freshness.trouble)
  const neverChecked = freshness.checkedAt === undefined
  return freshness.state === 'setup' && canBeFirst && neverChecked && isBoardEmpty
}

/** Opens the set-up when it is needed. Closes it when it is no longer needed and the user has not begun it. */
export function useSetupStart(): void {
  const { store } = useWindowParts()
  const opens = useComanda((state) =>
    shouldOpenSetup({
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
