import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import type { AddressFault } from '../../shared/contract/setup.ts'
import { Choice } from '../controls/choice.tsx'
import { Failure } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { Field } from './field.tsx'
import { StepFrame } from './step-frame.tsx'

type AddressFormProps = {
  readonly onBack: () => void
  /** The user wants to make this computer a screen of another one. */
  readonly onJoin: () => void
  /** Called with the address without its secret part. */
  readonly onRead: (masked: string) => void
  readonly note: ReactNode
}

type Problem = { readonly fault: AddressFault } | { readonly failure: FailureCode }

/** The API root. Portals of platforms show it in one piece or in two parts. */
export function AddressForm({ onBack, onJoin, onRead, note }: AddressFormProps) {
  const { t } = useTranslation('wizard')
  const { t: common } = useTranslation()
  const { bridge } = useWindowParts()
  const [form, setForm] = useState<'whole' | 'parts'>('whole')
  const [problem, setProblem] = useState<Problem>()
  const address = useRef<HTMLInputElement>(null)
  const hash = useRef<HTMLInputElement>(null)

  const read = async (): Promise<void> => {
    setProblem(undefined)
    const answer = await callSafely(() =>
      bridge.call['setup:address']({
        address: address.current?.value ?? '',
        ...(form === 'parts' ? { hash: hash.current?.value ?? '' } : {}),
      }),
    )
    if (!answer.ok) return setProblem({ failure: answer.code })
    if ('fault' in answer.value) return setProblem({ fault: answer.value.fault })
    onRead(answer.value.masked)
  }

  return (
    <StepFrame
      title={t('address.title')}
      lead={t('address.lead')}
      primary={{ id: 'next', label: t('next'), onPress: () => void read() }}
      others={[
        { id: 'back', label: t('back'), onPress: onBack },
        { id: 'join-another', label: t('join.begin'), onPress: onJoin },
      ]}
    >
      {note}
      <form
        className="wizard-form"
        onSubmit={(event) => {
          event.preventDefault()
          void read()
        }}
      >
        <Choice
          label={t('address.form')}
          value={form}
          options={(['whole', 'parts'] as const).map((value) => ({ value, label: t(`address.${value}`) }))}
          onChange={setForm}
          className="choice-columns"
        />
        <Field key={form} name="address" label={t(form === 'whole' ? 'address.full' : 'address.base')} ref={address} />
        {form === 'parts' ? <Field name="hash" label={t('address.hash')} ref={hash} isSecret /> : null}
        <button type="submit" hidden />
      </form>
      {problem === undefined ? null : (
        <Failure data-fault={'fault' in problem ? problem.fault : problem.failure}>
          {'fault' in problem ? t(`address.fault.${problem.fault}`) : common(`failure.${problem.failure}`)}
        </Failure>
      )}
    </StepFrame>
  )
}
