import './setup-frame.css'
import './setup-steps.css'
import { Check, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslation } from 'react-i18next'
import type { Bridge } from '../../shared/contract/contract.ts'
import { FIRST_ORDER } from '../../shared/contract/practice.ts'
import { isSetupUnderWay, LOCALES, SETUP_STEPS, type SetupStep } from '../../shared/contract/values.ts'
import { LANGUAGE_NAMES } from '../../shared/i18n/texts.ts'
import { after, whenFree } from '../clock/after.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import { PinGate } from '../lock/pin-gate.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import { followBoard } from '../store/board-feed.ts'
import { followClock } from '../store/follow-clock.ts'
import type { ComandaState } from '../store/state.ts'
import type { BoardParts } from '../ticket/board-parts.tsx'
import { createPracticeBoard, practiceBridge } from '../ticket/practice-board.ts'
import { callSafely } from '../window/call-safely.ts'
import { isKnownNotice } from '../window/known-notice.ts'
import { useSettingsChange } from '../window/settings-section.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { ConnectionStep } from './connection-step.tsx'
import { DoneStep } from './done-step.tsx'
import { PinStep } from './pin-step.tsx'
import { PracticeStep } from './practice-step.tsx'
import { ScreenStep } from './screen-step.tsx'
import { SoundStep } from './sound-step.tsx'
import { StepFrame, type StepProps, type StepResults } from './step-frame.tsx'

function Progress({
  step,
  reached,
  onGo,
}: {
  readonly step: SetupStep
  readonly reached: number
  readonly onGo: (step: SetupStep) => void
}) {
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
    <p className="wizard-notice" role="status" data-testid="wizard-notice">
      {t(`notice.${notice}`)}
    </p>
  )
}

const isSetupFinished = ({ settings, connection: { freshness } }: ComandaState): boolean =>
  !isSetupUnderWay({
    setupStep: settings?.setupStep,
    hasPolled: freshness.checkedAt !== undefined || freshness.isAgeUnknown === true,
  })

/**
 * The guided set-up over the whole window. The main process stores the reached step, so that it continues there after a
 * restart. When the set-up is finished, every step can be opened from the settings.
 */
function SetupWizard({ startAt }: { readonly startAt?: SetupStep | undefined }) {
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
            onNext={() => go(SETUP_STEPS[at + 1] ?? 'done')}
            onBack={() => go(SETUP_STEPS[at - 1] ?? 'language')}
            onClose={closeDialog}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The set-up. It needs the PIN, because it changes the connection of the kitchen. */
export function GuardedSetup({ startAt }: { readonly startAt?: SetupStep | undefined }) {
  return (
    <PinGate>
      <SetupWizard startAt={startAt} />
    </PinGate>
  )
}

/** One touch chooses the language and goes to the next step, because the user may not understand the other buttons. */
function LanguageStep({ onNext }: StepProps) {
  const { t } = useTranslation('wizard')
  const current = useComanda((state) => state.settings?.locale)
  const { failure, change } = useSettingsChange()
  return (
    <StepFrame title={t('language.title')} lead={t('language.lead')}>
      <div className="wizard-languages">
        {LOCALES.map((locale) => (
          <Button
            key={locale}
            className="button wizard-language"
            data-language={locale}
            data-current={locale === current || undefined}
            lang={locale}
            onPress={() => change({ locale }, onNext)}
          >
            {LANGUAGE_NAMES[locale]}
          </Button>
        ))}
      </div>
      <FailureNote failure={failure} />
    </StepFrame>
  )
}

/** The practice's bridge. A request for the board begins the practice if none runs. */
function firstOrderBridge(bridge: Bridge): Bridge {
  const practised = practiceBridge(bridge)
  const snapshot = practised.call['board:snapshot']
  return {
    ...practised,
    call: {
      ...practised.call,
      'board:snapshot': async () => {
        const board = await snapshot(null)
        if (board.ok) return board
        const begun = await begin(bridge)
        return begun.ok ? snapshot(null) : begun
      },
    },
  }
}

const begin = (bridge: Bridge) =>
  callSafely(() => bridge.call['practice:begin']({ name: FIRST_ORDER, isConfirmed: true }))

/**
 * The parts of the practice board. The practice runs from the first step that needs it until the set-up closes. A change of
 * the language restarts it.
 */
function usePracticeParts(isWanted: boolean): BoardParts {
  const locale = useComanda((state) => state.settings?.locale)
  const [hasBegun, setBegun] = useState(false)
  if (isWanted && !hasBegun) setBegun(true)
  const { bridge } = useWindowParts()
  const [parts] = useState(() => createPracticeBoard(firstOrderBridge(bridge)))
  useEffect(() => {
    // The order is created in the current language, so the practice waits for it.
    if (!hasBegun || locale === undefined) return undefined
    const { bridge: practised, store, clock } = parts.window
    let ends = [followClock(store, clock)]
    let isOver = false
    // Followed after it has begun: changes that arrive earlier belong to the previous practice.
    void begin(bridge).then(() => {
      if (!isOver) ends = [...ends, followBoard(practised, store, { monotonicNow, after, whenFree })]
    })
    return () => {
      isOver = true
      for (const end of ends) end()
      void callSafely(() => bridge.call['practice:end']({ ending: 'stopped' }))
    }
  }, [parts, bridge, hasBegun, locale])
  return parts
}
