import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundComputer, JoinOutcome } from '../../shared/contract/screens.ts'
import { SCREEN_ROLES, type ScreenRole } from '../../shared/contract/values.ts'
import { Choice } from '../ui/controls/choice.tsx'
import { Failure, FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import { Field } from '../ui/window/field.tsx'
import { useCall } from '../ui/window/use-answer.ts'
import { useWindowParts } from '../ui/window/window-parts.ts'
import { StepFrame } from './step-frame.tsx'

type FieldName = 'address' | 'code' | 'name'

const FIELDS = ['address', 'code', 'name'] as const

/** The field that a person changes after this outcome; `undefined`: none of them. */
function fieldOf(outcome: JoinOutcome | undefined): FieldName | undefined {
  switch (outcome) {
    case 'bad-address':
    case 'unreachable':
    case 'not-a-station':
      return 'address'
    case 'not-open':
    case 'wrong-code':
      return 'code'
    default:
      return undefined
  }
}

/** The result stays until it is touched: the program restarts after that. The steps of the set-up are hidden. */
function Joined({ isStation }: { readonly isStation: boolean }) {
  const { t } = useTranslation('wizard')
  const { call, isBusy, value, failure } = useCall('screens:open-joined')
  const isOpening = isBusy || value !== undefined
  return (
    <StepFrame
      title={t('join.doneTitle')}
      primary={{ id: 'open-joined', label: t('join.open'), onPress: () => void call(null), isDisabled: isOpening }}
    >
      <p className="wizard-lead wizard-end" role="status" data-testid="joined">
        {t(isOpening ? 'join.opening' : isStation ? 'join.doneStation' : 'join.done')}
      </p>
      <FailureNote failure={failure} />
    </StepFrame>
  )
}

/** Makes this computer a screen of the shop's main computer, which shows the address and the code. */
export function JoinForm({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation(['wizard', 'settings', 'translation', 'code'])
  const { call, isBusy, value: answer, failure, clear } = useCall('screens:join')
  /** The first empty field at the last attempt. */
  const [missing, setMissing] = useState<FieldName>()
  const [role, setRole] = useState<ScreenRole>('all')
  const address = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const fields = useRef({ address, code, name })
  const outcome = answer?.outcome
  const wrong = missing ?? fieldOf(outcome)
  useLayoutEffect(() => {
    // Named because each answer moves the focus, also a second one about the same field.
    void answer
    const input = wrong === undefined ? undefined : fields.current[wrong].current
    input?.focus({ preventScroll: true })
    input?.closest('.field')?.scrollIntoView({ block: 'center' })
  }, [wrong, answer])

  const join = async (): Promise<void> => {
    const args = {
      address: address.current?.value.trim() ?? '',
      code: code.current?.value.trim() ?? '',
      name: name.current?.value.trim() ?? '',
    }
    const empty = FIELDS.find((field) => args[field] === '')
    setMissing(empty)
    if (empty === undefined) await call({ ...args, role })
    else clear()
  }
  if (outcome === 'joined') return <Joined isStation={role === 'prep'} />
  const trouble =
    missing !== undefined
      ? { code: 'incomplete', text: t(`join.missing.${missing}`) }
      : outcome !== undefined
        ? { code: outcome, text: t(`join.outcome.${outcome}`) }
        : failure !== undefined
          ? { code: failure, text: t(`translation:failure.${failure}`) }
          : undefined
  const troubleOf = (field: FieldName) => (field === wrong ? trouble : undefined)
  return (
    <StepFrame
      title={t('join.title')}
      lead={t('join.lead')}
      primary={{
        id: 'join',
        label: t(isBusy ? 'test.running' : 'join.join'),
        onPress: () => void join(),
        isDisabled: isBusy,
      }}
      onBack={onBack}
      answer={
        trouble === undefined || wrong !== undefined ? null : (
          <Failure data-outcome={trouble.code}>{trouble.text}</Failure>
        )
      }
    >
      <FoundComputers
        onChoose={(chosen) => {
          if (address.current) address.current.value = chosen
          code.current?.focus()
        }}
      />
      <form
        className="wizard-fields"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void join()
        }}
      >
        <Field name="join-address" label={t('settings:screens.address')} ref={address} trouble={troubleOf('address')} />
        <Field name="join-code" label={t('code:input')} ref={code} trouble={troubleOf('code')} />
        <Field name="join-name" label={t('join.name')} ref={name} trouble={troubleOf('name')} />
        <Choice
          label={t('settings:name.role')}
          value={role}
          values={SCREEN_ROLES}
          word={(value) => t(`settings:role.${value}`)}
          onChange={setRole}
          className="choice-row"
        />
        {role === 'prep' ? <p className="settings-hint">{t('join.stationLater')}</p> : null}
        <button type="submit" hidden />
      </form>
    </StepFrame>
  )
}

/**
 * The computers on this network that wait for a screen. A button fills in the computer's address. Searches until one is
 * found or the form closes. A failed search shows nothing, because the address can be typed.
 */
function FoundComputers({ onChoose }: { readonly onChoose: (address: string) => void }) {
  const { t } = useTranslation('wizard')
  const { bridge } = useWindowParts()
  const [round, setRound] = useState(0)
  const [found, setFound] = useState<readonly FoundComputer[]>()

  useEffect(() => {
    // Named because a change of `round` must start a new search.
    void round
    let isUnmounted = false
    const search = async (): Promise<void> => {
      const answer = await callSafely(() => bridge.call['screens:find'](null))
      if (isUnmounted) return
      if (answer.ok && answer.value.computers.length === 0) return search()
      setFound(answer.ok ? answer.value.computers : [])
    }
    setFound(undefined)
    void search()
    return () => {
      isUnmounted = true
    }
  }, [bridge, round])

  if (found === undefined) return <p role="status">{t('join.looking')}</p>
  if (found.length === 0) return null
  return (
    <div className="wizard-found">
      <p className="wizard-lead">{t('join.found')}</p>
      {found.map(({ name, address }) => (
        <PushButton
          key={`${address} ${name}`}
          data-station={address}
          label={`${name} · ${address}`}
          preventFocusOnPress
          onPress={() => onChoose(address)}
        />
      ))}
      <PushButton data-wizard="look-again" label={t('join.lookAgain')} onPress={() => setRound(round + 1)} />
    </div>
  )
}
