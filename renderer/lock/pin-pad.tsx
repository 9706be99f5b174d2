import { X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslation } from 'react-i18next'
import type { CallName } from '../../shared/contract/calls.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { PinEntry } from './pin-entry.tsx'
import { PinOutcome, useAttempts } from './pin-outcome.tsx'
import './lock.css'

function purposeOf(wanted: CallName): 'quit' | 'history' | 'report' | 'settings' {
  switch (wanted) {
    case 'app:quit':
      return 'quit'
    case 'history:list':
    case 'history:shift':
    case 'history:export':
    case 'order:timeline':
      return 'history'
    case 'diagnostics:export':
      return 'report'
    default:
      return 'settings'
  }
}

type PinPadProps = { readonly wanted: CallName; readonly onSettled: (isOpen: boolean) => void }

/** Asks for the PIN before a guarded call, over any open dialog. */
export function PinPad({ wanted, onSettled }: PinPadProps) {
  const { t } = useTranslation('lock')
  const { bridge } = useWindowParts()
  const attempts = useAttempts()
  const cancel = (): void => onSettled(false)
  const unlock = async (pin: string): Promise<void> => {
    const answer = await attempts.attempt(() => bridge.call['lock:unlock']({ pin }))
    if (answer.ok) onSettled(true)
  }
  return (
    <ModalOverlay className="overlay pin-overlay" isOpen onOpenChange={(isOpen) => (isOpen ? undefined : cancel())}>
      <Modal className="modal pin-modal">
        <Dialog className="dialog" data-testid="pin-pad">
          <div className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {t('title')}
            </Heading>
            <Button className="icon-button" aria-label={t('cancel')} onPress={cancel}>
              <X aria-hidden />
            </Button>
          </div>
          <p data-testid="pin-purpose">{t(`purpose.${purposeOf(wanted)}`)}</p>
          <PinEntry
            label={t('pin')}
            action={t('open')}
            outcome={
              <>
                <PinOutcome attempts={attempts} />
                {attempts.wait.words === undefined ? null : <p>{t('lost')}</p>}
              </>
            }
            isBlocked={attempts.isBusy || attempts.wait.words !== undefined}
            onEnter={(pin) => void unlock(pin)}
            onCancel={cancel}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
