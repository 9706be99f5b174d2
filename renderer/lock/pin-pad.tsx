import { useTranslation } from 'react-i18next'
import type { CallName } from '../../shared/contract/calls.ts'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { useWindowParts } from '../ui/window/window-parts.ts'
import { PinEntry } from './pin-entry.tsx'
import { PinOutcome, useAttempts } from './pin-outcome.tsx'
import './lock.css'

/** What a guarded call is for; those that are not here change settings. */
const PURPOSES: Readonly<Partial<Record<CallName, 'quit' | 'history' | 'report'>>> = {
  'app:quit': 'quit',
  'history:list': 'history',
  'history:shift': 'history',
  'history:export': 'history',
  'order:timeline': 'history',
  'diagnostics:export': 'report',
}

type PinPadProps = { readonly wanted: CallName; readonly onSettled: (isOpen: boolean) => void }

/** Asks for the PIN before a guarded call, over any open dialog. */
export function PinPad({ wanted, onSettled }: PinPadProps) {
  const { t } = useTranslation('lock')
  const { bridge } = useWindowParts()
  const attempts = useAttempts()
  const isWaiting = attempts.wait.words !== undefined
  const cancel = (): void => onSettled(false)
  const unlock = async (pin: string): Promise<void> => {
    const answer = await attempts.attempt(() => bridge.call['lock:unlock']({ pin }))
    if (answer.ok) onSettled(true)
  }
  return (
    <DialogFrame testId="pin-pad" title={t('title')} onClose={cancel}>
      {/* One at a time, so that every key is in sight on a small screen. */}
      <p data-testid="pin-purpose">{t(isWaiting ? 'lost' : `purpose.${PURPOSES[wanted] ?? 'settings'}`)}</p>
      <PinEntry
        label={t('pin')}
        action={t('open')}
        outcome={<PinOutcome attempts={attempts} />}
        isBlocked={attempts.isBusy || isWaiting}
        onEnter={(pin) => void unlock(pin)}
        onCancel={cancel}
      />
    </DialogFrame>
  )
}
