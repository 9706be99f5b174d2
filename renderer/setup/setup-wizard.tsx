import './setup-frame.css'
import './setup-steps.css'
import { Check, ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslation } from 'react-i18next'
import { isSetupUnderWay, SETUP_STEPS, type SetupStage, type SetupStep } from '../../shared/contract/values.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import { PinGate } from '../lock/pin-gate.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import type { ComandaState } from '../store/state.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { isKnownNotice } from '../ui/window/known-notice.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'
import { AccessStep } from './access-step.tsx'
import { PlatformStep } from './platform-step.tsx'
import { usePracticeParts } from './practice-parts.tsx'
import { ScreenStep } from './screen-step.tsx'
import { SoundStep } from './sound-step.tsx'
import type { StepProps, StepResults } from './step-frame.tsx'
import { WelcomeStep } from './welcome-step.tsx'

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
  const practice = usePracticeParts(step === 'sound')
  switch (step) {
    case 'welcome':
      return <WelcomeStep {...props} />
    case 'platform':
      return <PlatformStep {...props} />
    case 'screen':
      return <ScreenStep {...props} />
    case 'sound':
      return <SoundStep {...props} practice={practice} />
    case 'access':
      return <AccessStep {...props} />
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

const stepOf = (stage: SetupStage | undefined): SetupStep => SETUP_STEPS.find((step) => step === stage) ?? 'welcome'

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
  const openDialog = useComanda((state) => state.openDialog)
  const keptStep = stepOf(useComanda((state) => state.settings?.setupStep))
  const isFinished = useComanda(isSetupFinished)
  const [step, setStep] = useState<SetupStep>(startAt ?? (isFinished ? 'platform' : keptStep))
  const [results, setResults] = useState<StepResults>(() => ({
    heard: store.getState().soundTestedAt !== undefined,
    practised: false,
  }))
  const reached = isFinished ? SETUP_STEPS.length - 1 : SETUP_STEPS.indexOf(keptStep)
  const at = SETUP_STEPS.indexOf(step)
  const record = (setupStep: SetupStage) => callSafely(() => bridge.call['settings:change']({ setupStep }))

  const go = (next: SetupStep): void => {
    setStep(next)
    if (!isFinished && SETUP_STEPS.indexOf(next) > reached) void record(next)
  }
  /** After the last step the set-up does not open by itself any more. */
  const finish = async (): Promise<void> => {
    if (!isFinished) await record('done')
    closeDialog()
  }
  /** A platform of the list is changed or added there. */
  const backToPlatforms = (): void => openDialog({ kind: 'settings', section: 'platforms' })
  const onNext = (): void => {
    const next = SETUP_STEPS[at + 1]
    if (slot !== undefined) backToPlatforms()
    else if (next === undefined) void finish()
    else go(next)
  }
  return (
    <ModalOverlay className="wizard-overlay" data-over-board={isFinished || undefined} isOpen isKeyboardDismissDisabled>
      <Modal className="wizard-modal">
        <Dialog className="wizard" data-testid="setup-wizard" data-step={step}>
          <header className="wizard-rail">
            <p className="wizard-name">
              <ClipboardCheck aria-hidden />
              Comanda
            </p>
            <Heading slot="title" className="visually-hidden">
              {t('title')}
            </Heading>
            {slot === undefined ? <Progress step={step} reached={Math.max(reached, at)} onGo={go} /> : null}
            {isFinished ? null : <p className="wizard-minutes">{t('welcome.minutes')}</p>}
            <Button className="button wizard-close" data-wizard="close" onPress={closeDialog}>
              {t(isFinished ? 'backToBoard' : 'later')}
            </Button>
          </header>
          <div className="wizard-page">
            <OrdersAbove />
            <WizardNotice />
            <Step
              step={step}
              results={results}
              onResult={(result) => setResults((before) => ({ ...before, ...result }))}
              slot={slot}
              onNext={onNext}
              onBack={slot === undefined ? () => go(SETUP_STEPS[at - 1] ?? 'welcome') : backToPlatforms}
            />
          </div>
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
