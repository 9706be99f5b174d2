import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import type { FoundComputer, JoinOutcome } from '../../shared/contract/screens.ts'
import { SCREEN_ROLES, type ScreenRole } from '../../shared/contract/values.ts'
import { Choice } from '../controls/choice.tsx'
import { Failure, FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { Field } from './field.tsx'
import { StepFrame } from './step-frame.tsx'

type FieldName = 'address' | 'code' | 'name'

type Answer =
  | { readonly state: 'asking' }
  | { readonly state: 'incomplete'; readonly field: FieldName }
  | { readonly state: 'refused'; readonly outcome: Exclude<JoinOutcome, 'joined'> }
  | { readonly state: 'joined' }
  | { readonly state: 'failed'; readonly failure: FailureCode }

/** The field that a person changes after this answer; `undefined`: none of them. */
function fieldOf(answer: Answer | undefined): FieldName | undefined {
  if (answer?.state === 'incomplete') return answer.field
  if (answer?.state !== 'refused') return undefined
  switch (answer.outcome) {
    case 'bad-address':
    case 'unreachable':
    case 'not-a-station':
      return 'address'
    case 'not-open':
    case 'wrong-code':
      return 'code'
    case 'list-full':
    case 'keychain':
      return undefined
  }
}

/** The result stays until it is touched: the program restarts after that. The steps of the set-up are hidden. */
function Joined({ isStation }: { readonly isStation: boolean }) {
  const { t } = useTranslation('wizard')
  const { bridge } = useWindowParts()
  const [isOpening, setOpening] = useState(false)
  const [failure, setFailure] = useState<FailureCode>()
  const open = async (): Promise<void> => {
    setOpening(true)
    const answer = await callSafely(() => bridge.call['screens:open-joined'](null))
    setFailure(answer.ok ? undefined : answer.code)
    setOpening(answer.ok)
  }
  return (
    <StepFrame
      title={t('join.doneTitle')}
      primary={{ id: 'open-joined', label: t('join.open'), onPress: () => void open(), isDisabled: isOpening }}
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
  const { t } = useTranslation('wizard')
  const { t: common } = useTranslation()
  const { bridge } = useWindowParts()
  const [answer, setAnswer] = useState<Answer>()
  const [role, setRole] = useState<ScreenRole>('all')
  const address = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const fields = useRef({ address, code, name })
  useLayoutEffect(() => {
    const field = fieldOf(answer)
    const input = field === undefined ? undefined : fields.current[field].current
    input?.focus({ preventScroll: true })
    input?.closest('.field')?.scrollIntoView({ block: 'center' })
  }, [answer])

  const join = async (): Promise<void> => {
    const args = {
      address: address.current?.value.trim() ?? '',
      code: code.current?.value.trim() ?? '',
      name: name.current?.value.trim() ?? '',
    }
    const empty = (['address', 'code', 'name'] as const).find((field) => args[field] === '')
    if (empty !== undefined) return setAnswer({ state: 'incomplete', field: empty })
    setAnswer({ state: 'asking' })
    const given = await callSafely(() => bridge.call['screens:join']({ ...args, role }))
    if (!given.ok) return setAnswer({ state: 'failed', failure: given.code })
    const { outcome } = given.value
    setAnswer(outcome === 'joined' ? { state: 'joined' } : { state: 'refused', outcome })
  }
  const isAsking = answer?.state === 'asking'
  const refused = fieldOf(answer)
  const words = (): { readonly code: string; readonly text: string } | undefined => {
    switch (answer?.state) {
      case 'incomplete':
        return { code: 'incomplete', text: t(`join.missing.${answer.field}`) }
      case 'refused':
        return { code: answer.outcome, text: t(`join.outcome.${answer.outcome}`) }
      case 'failed':
        return { code: answer.failure, text: common(`failure.${answer.failure}`) }
      default:
        return undefined
    }
  }
  const trouble = words()
  const troubleOf = (field: FieldName) => (field === refused ? trouble : undefined)
  if (answer?.state === 'joined') return <Joined isStation={role === 'prep'} />
  return (
    <StepFrame
      title={t('join.title')}
      lead={t('join.lead')}
      primary={{
        id: 'join',
        label: t(isAsking ? 'join.asking' : 'join.join'),
        onPress: () => void join(),
        isDisabled: isAsking,
      }}
      others={[{ id: 'back', label: t('back'), onPress: onBack }]}
      answer={
        trouble === undefined || refused !== undefined ? null : (
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
        className="wizard-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isAsking) void join()
        }}
      >
        <Field name="join-address" label={t('join.address')} ref={address} trouble={troubleOf('address')} />
        <Field name="join-code" label={t('join.code')} ref={code} trouble={troubleOf('code')} />
        <Field name="join-name" label={t('join.name')} ref={name} trouble={troubleOf('name')} />
        <Choice
          label={t('join.role')}
          value={role}
          options={SCREEN_ROLES.map((value) => ({ value, label: t(`join.roles.${value}`) }))}
          onChange={setRole}
        />
        {role === 'prep' ? <p className="wizard-hint">{t('join.stationLater')}</p> : null}
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
  const [found, setFound] = useState<readonly FoundComputer[]>([])
  const [isSearching, setSearching] = useState(true)

  useEffect(() => {
    // Named because a change of `round` must start a new search.
    void round
    let isUnmounted = false
    const search = async (): Promise<void> => {
      const answer = await callSafely(() => bridge.call['screens:find'](null))
      if (isUnmounted) return
      if (!answer.ok) return setSearching(false)
      if (answer.value.computers.length === 0) return search()
      setFound(answer.value.computers)
      setSearching(false)
    }
    void search()
    return () => {
      isUnmounted = true
    }
  }, [bridge, round])

  if (isSearching) return <p role="status">{t('join.looking')}</p>
  if (found.length === 0) return null
  return (
    <div className="wizard-form">
      <p className="wizard-lead">{t('join.found')}</p>
      {found.map(({ name, address }) => (
        <Button key={`${address} ${name}`} className="button" data-station={address} onPress={() => onChoose(address)}>
          {name} · {address}
        </Button>
      ))}
      <Button
        className="button"
        data-wizard="look-again"
        onPress={() => {
          setFound([])
          setSearching(true)
          setRound(round + 1)
        }}
      >
        {t('join.lookAgain')}
      </Button>
    </div>
  )
}
