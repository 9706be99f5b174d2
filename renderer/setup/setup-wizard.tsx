import './setup-frame.css'
import './setup-steps.css'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslation } from 'react-i18next'
import { isSetupUnderWay, SETUP_STEPS, type SetupStep } from '../../shared/contract/values.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import { PinGate } from '../lock/pin-gate.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import type { ComandaState } from '../store/state.ts'
import { callSafely } from '../window/call-safely.ts'
import { isKnownNotice } from '../window/known-notice.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { ConnectionStep } from './connection-step.tsx'
import { PracticeStep, ScreenStep, usePracticeParts } from './practice-steps.tsx'
import { DoneStep, LanguageStep, PinStep, SoundStep } from './short-steps.tsx'
import type { StepProps, StepResults } from './step-frame.tsx'

type ProgressProps = {
  readonly step: SetupStep
  readonly reached: number
  readonly onGo: (step: SetupStep) => void
}

function Progress({ step, reached, onGo }: ProgressProps) {
  const { t } = useTranslation('wizard')
  const at = SETUP_STEPS.indexOf(step)
  return (
    <ol className="wizard-steps">
      {SETUP_STEPS.map((name, index) => (
        <li key={name}>
          <Button
            className="wizard-step"
            data-step={name}
            data-state={index < at ? 'past' : index === at ? 'now' : 'ahead'}
            {...(index === at ? { 'aria-current': 'step' } : {})}
            isDisabled={index > reached}
            onPress={() => onGo(name)}
          >
            <span className="wizard-number">{index < at ? <Check aria-hidden /> : index + 1}</span>
            <span className="wizard-step-name">{t(`step.${name}`)}</span>
          </Button>
        </li>
      ))}
    </ol>
  )
}

function Step({ step, ...props }: StepProps & { readonly step: SetupStep }) {
  const practice = usePracticeParts(step === 'screen' || step === 'practice')
  switch (step) {
    case 'language':
      return <LanguageStep {...props} />
    case 'connection':
      return <ConnectionStep {...props} />
    case 'screen':
      return <ScreenStep {...props} practice={practice} />
    case 'sound':
      return <SoundStep {...props} />
    case 'practice':
      return <PracticeStep {...props} practice={practice} />
    case 'pin':
      return <PinStep {...props} />
    case 'done':
      return <DoneStep {...props} />
  }
}

/** The wizard covers the notices of the board. One of them may be the reason why it is open: a refused file of credentials. */
function WizardNotice() {
  const { t } = useTranslation()
  const notice = useComanda((state) => (state.isNoticeClosed ? undefined : state.connection.notice))
  if (notice === undefined || !isKnownNotice(notice)) return null
  return (
    <p className="settings-warning wizard-notice" role="status" data-testid="wizard-notice">
      {t(`notice.${notice}`)}
    </p>
  )
}

const isSetupFinished = ({ settings, connection: { freshness } }: ComandaState): boolean =>
  !isSetupUnderWay({
    setupStep: settings?.setupStep,
    hasPolled: freshness.checkedAt !== undefined || freshness.isAgeUnknown === true,
  })

type SetupProps = {
  readonly startAt?: SetupStep | undefined
  /** Only the connection of this platform, or of a further one. */
  readonly slot?: Slot | 'new' | undefined
}

/**
 * The guided set-up over the whole window. The main process stores the reached step, so that it continues there after a
 * restart. When the set-up is finished, every step can be opened from the settings.
 */
function SetupWizard({ startAt, slot }: SetupProps) {
  const { t } = useTranslation('wizard')
  const { bridge, store } = useWindowParts()
  const closeDialog = useComanda((state) => state.closeDialog)
  const keptStep = useComanda((state) => state.settings?.setupStep)
  const isFinished = useComanda(isSetupFinished)
  const [step, setStep] = useState<SetupStep>(startAt ?? (isFinished ? 'connection' : (keptStep ?? 'language')))
  const [results, setResults] = useState<StepResults>(() => ({
    heard: store.getState().soundTestedAt !== undefined,
    practised: false,
    pinDeclined: false,
  }))
  const reached = isFinished ? SETUP_STEPS.length - 1 : SETUP_STEPS.indexOf(keptStep ?? 'language')

  const go = (next: SetupStep): void => {
    setStep(next)
    if (!isFinished && SETUP_STEPS.indexOf(next) > reached)
      void callSafely(() => bridge.call['settings:change']({ setupStep: next }))
  }
  const at = SETUP_STEPS.indexOf(step)
  return (
    <ModalOverlay className="wizard-overlay" data-over-board={isFinished || undefined} isOpen isKeyboardDismissDisabled>
      <Modal className="wizard-modal">
        <Dialog className="wizard" data-testid="setup-wizard" data-step={step}>
          <header className="wizard-head">
            <Heading slot="title" className="wizard-name">
              {t('title')}
            </Heading>
            <Progress step={step} reached={Math.max(reached, at)} onGo={go} />
            <Button
              className="icon-button"
              data-wizard="close"
              aria-label={t(isFinished ? 'backToBoard' : 'later')}
              onPress={closeDialog}
            >
              <X aria-hidden />
            </Button>
          </header>
          <OrdersAbove />
          <WizardNotice />
          <Step
            step={step}
            results={results}
            onResult={(result) => setResults((before) => ({ ...before, ...result }))}
            slot={slot}
            onNext={slot === undefined ? () => go(SETUP_STEPS[at + 1] ?? 'done') : closeDialog}
            onBack={slot === undefined ? () => go(SETUP_STEPS[at - 1] ?? 'language') : closeDialog}
            onClose={closeDialog}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The set-up. It needs the PIN, because it changes the connection of the kitchen. */
export function GuardedSetup({ startAt, slot }: SetupProps) {
  return (
    <PinGate>
      <SetupWizard startAt={startAt} slot={slot} />
    </PinGate>
  )
}
