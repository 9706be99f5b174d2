import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallArgs } from '../../shared/contract/contract.ts'
import type { LockStatus } from '../../shared/contract/lock.ts'
import { Failure } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { Field } from '../ui/window/field.tsx'
import { useWindowParts } from '../ui/window/window-parts.ts'
import { PinEntry } from './pin-entry.tsx'
import { PinOutcome, useAttempts } from './pin-outcome.tsx'

export type PinTask = 'set' | 'change' | 'remove'
type Step = 'current' | 'fresh' | 'again' | 'secret'

/**
 * Asks for the PINs one after the other on the same pad: the current one, the new one, and the new one again. The client
 * secret comes last, when it is needed, so that the page need not store it.
 */
export function PinChange({
  task,
  needsSecret = false,
  onDone,
  onCancel,
}: {
  readonly task: PinTask
  /** The first PIN is accepted only together with the client secret. */
  readonly needsSecret?: boolean
  readonly onDone: (status: LockStatus) => void
  readonly onCancel: () => void
}) {
  const { t } = useTranslation(['lock', 'wizard'])
  const { bridge } = useWindowParts()
  const attempts = useAttempts()
  const first: Step = task === 'set' ? 'fresh' : 'current'
  const [step, setStep] = useState<Step>(first)
  const [current, setCurrent] = useState<string>()
  const [fresh, setFresh] = useState<string>()
  const [differ, setDiffer] = useState(false)

  const save = async (args: CallArgs<'lock:set'>): Promise<void> => {
    const answer = await attempts.attempt(() => bridge.call['lock:set'](args))
    if (answer.ok) onDone(answer.value)
    else if (args.clientSecret === undefined) setStep(first)
  }
  /** Checks the current PIN at once, so that a wrong one is refused before the new one is entered. */
  const checkCurrent = async (pin: string): Promise<void> => {
    const answer = await attempts.attempt(() => bridge.call['lock:unlock']({ pin }))
    if (!answer.ok) return
    setCurrent(pin)
    setStep('fresh')
  }
  const enter = (pin: string): void => {
    attempts.clearFailure()
    setDiffer(false)
    switch (step) {
      case 'current':
        if (task === 'remove') void save({ pin: null, current: pin })
        else void checkCurrent(pin)
        break
      case 'fresh':
        setFresh(pin)
        setStep('again')
        break
      case 'again':
        if (pin === fresh && needsSecret) setStep('secret')
        else if (pin === fresh) void save({ pin, ...(current === undefined ? {} : { current }) })
        else {
          setDiffer(true)
          setStep('fresh')
        }
        break
      case 'secret':
        break
    }
  }
  const isBlocked = attempts.isBusy || attempts.wait.words !== undefined
  if (step === 'secret' && fresh !== undefined) {
    return (
      <section className="pin-change" data-testid="pin-change" data-step={step}>
        <SecretEntry
          outcome={<PinOutcome attempts={attempts} />}
          isBlocked={isBlocked}
          onEnter={(clientSecret) => void save({ pin: fresh, clientSecret })}
          onCancel={onCancel}
        />
      </section>
    )
  }
  const isLast = (step === 'again' && !needsSecret) || task === 'remove'
  return (
    <section className="pin-change" data-testid="pin-change" data-step={step}>
      <PinEntry
        key={step}
        label={t(`step.${step}`)}
        action={isLast ? t(task === 'remove' ? 'section.remove' : 'save') : t('wizard:next')}
        outcome={
          <>
            <PinOutcome attempts={attempts} />
            {differ ? <Failure>{t('differ')}</Failure> : null}
          </>
        }
        isBlocked={isBlocked}
        onEnter={enter}
        onCancel={onCancel}
      />
    </section>
  )
}

type SecretEntryProps = {
  /** What went wrong, or how long to wait. */
  readonly outcome: ReactNode
  readonly isBlocked: boolean
  readonly onEnter: (secret: string) => void
  readonly onCancel: () => void
}

/** The client secret, typed or pasted. It is only in the field, which is cleared before the call. */
function SecretEntry({ outcome, isBlocked, onEnter, onCancel }: SecretEntryProps) {
  const { t } = useTranslation('lock')
  const input = useRef<HTMLInputElement>(null)
  const enter = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const secret = input.current?.value.trim() ?? ''
    if (secret === '' || isBlocked) return
    if (input.current) input.current.value = ''
    onEnter(secret)
  }
  return (
    <form className="rows" onSubmit={enter}>
      <p>{t('secret.why')}</p>
      <Field name="client-secret" label={t('step.secret')} ref={input} isSecret />
      <div className="pin-outcome">{outcome}</div>
      <div className="dialog-buttons">
        <PushButton data-pin-key="cancel" label={t('cancel')} onPress={onCancel} />
        <PushButton kind="primary" type="submit" data-pin-key="enter" label={t('save')} isDisabled={isBlocked} />
      </div>
    </form>
  )
}
