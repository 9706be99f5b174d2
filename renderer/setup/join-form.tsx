import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract.ts'
import type { JoinOutcome } from '../../shared/screens.ts'
import { SCREEN_ROLES, type ScreenRole } from '../../shared/views.ts'
import { Choice } from '../controls/choice.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { Field } from './field.tsx'
import { FoundStations } from './found-stations.tsx'
import { StepFrame } from './step-frame.tsx'

type Answer =
  | { readonly state: 'asking' }
  | { readonly state: 'answered'; readonly outcome: JoinOutcome | 'incomplete' }
  | { readonly state: 'failed'; readonly failure: FailureCode }

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

  const join = async (): Promise<void> => {
    const args = {
      address: address.current?.value.trim() ?? '',
      code: code.current?.value.trim() ?? '',
      name: name.current?.value.trim() ?? '',
    }
    if (Object.values(args).includes('')) return setAnswer({ state: 'answered', outcome: 'incomplete' })
    setAnswer({ state: 'asking' })
    const given = await callSafely(() => bridge.call['screens:join']({ ...args, role }))
    setAnswer(given.ok ? { state: 'answered', outcome: given.value.outcome } : { state: 'failed', failure: given.code })
  }
  const isAsking = answer?.state === 'asking'
  if (answer?.state === 'answered' && answer.outcome === 'joined') {
    return (
      <StepFrame title={t('join.doneTitle')}>
        <p className="wizard-lead" role="status" data-testid="joined">
          {t('join.done')}
        </p>
      </StepFrame>
    )
  }
  return (
    <StepFrame
      title={t('join.title')}
      lead={t('join.lead')}
      primary={{ id: 'join', label: t('join.join'), onPress: () => void join(), isDisabled: isAsking }}
      others={[{ id: 'back', label: t('back'), onPress: onBack }]}
    >
      <FoundStations
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
        <Field name="join-address" label={t('join.address')} ref={address} />
        <Field name="join-code" label={t('join.code')} ref={code} />
        <Field name="join-name" label={t('join.name')} ref={name} />
        <Choice
          label={t('join.role')}
          value={role}
          options={SCREEN_ROLES.map((value) => ({ value, label: t(`join.roles.${value}`) }))}
          onChange={setRole}
        />
        <button type="submit" hidden />
      </form>
      {isAsking ? <p role="status">{t('join.asking')}</p> : null}
      {answer?.state === 'answered' && answer.outcome !== 'joined' ? (
        <p className="failure" role="alert" data-outcome={answer.outcome}>
          {t(`join.outcome.${answer.outcome}`)}
        </p>
      ) : null}
      {answer?.state === 'failed' ? (
        <p className="failure" role="alert" data-outcome={answer.failure}>
          {common(`failure.${answer.failure}`)}
        </p>
      ) : null}
    </StepFrame>
  )
}
