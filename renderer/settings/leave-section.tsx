import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import type { MovedOutcome } from '../../shared/contract/screens.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { PromotionGroup } from './promotion-group.tsx'

type Outcome = { readonly at: 'left' } | { readonly at: 'failed'; readonly code: FailureCode }

/** Disconnects this screen from its main computer. It can be connected again only with a new code. */
export function LeaveSection() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [outcome, setOutcome] = useState<Outcome>()
  const leave = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['screens:leave'](null))
    setOutcome(answer.ok ? { at: 'left' } : { at: 'failed', code: answer.code })
  }
  return (
    <>
      <MainAddressForm />
      <p>{t('leave.explain')}</p>
      <ConfirmButton
        begin={{ 'data-testid': 'leave', label: t('leave.begin') }}
        back={{ label: t('screens.keep') }}
        choices={[{ 'data-testid': 'leave-really', label: t('leave.really'), run: () => leave() }]}
      />
      {outcome?.at === 'left' ? <p role="status">{t('leave.done')}</p> : null}
      <FailureNote failure={outcome?.at === 'failed' ? outcome.code : undefined} />
      <PromotionGroup />
    </>
  )
}

type Answer =
  | { readonly state: 'asking' }
  | { readonly state: 'answered'; readonly outcome: MovedOutcome }
  | { readonly state: 'failed'; readonly code: FailureCode }

/** The address of this screen's main computer. The screen finds a new address automatically; a user can also type it. */
function MainAddressForm() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [name, setName] = useState('')
  const [screen, setScreen] = useState<string>()
  const [address, setAddress] = useState('')
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    void callSafely(() => bridge.call['screens:joined'](null)).then((joined) => {
      if (!joined.ok) return
      setName(joined.value.name)
      setScreen(joined.value.screenName)
      setAddress(joined.value.address)
    })
  }, [bridge])
  const move = async (): Promise<void> => {
    setAnswer({ state: 'asking' })
    const given = await callSafely(() => bridge.call['screens:move']({ address: address.trim() }))
    setAnswer(given.ok ? { state: 'answered', outcome: given.value.outcome } : { state: 'failed', code: given.code })
  }
  return (
    <section className="settings-group" aria-label={t('leave.address.title')} data-testid="station-address">
      <h3>{t('leave.address.title')}</h3>
      {screen === undefined ? null : <p data-testid="screen-name">{t('leave.called', { screen })}</p>}
      <p>{t('leave.address.explain', { name })}</p>
      <TextInput label={t('leave.address.label')} value={address} onChange={setAddress} maxLength={255} />
      <div className="dialog-buttons">
        <Button
          className="button"
          data-testid="station-move"
          isDisabled={address.trim() === '' || answer?.state === 'asking'}
          onPress={() => void move()}
        >
          {t('leave.address.use')}
        </Button>
      </div>
      {answer?.state === 'answered' ? (
        <p
          className={answer.outcome === 'moved' ? undefined : 'failure'}
          role={answer.outcome === 'moved' ? 'status' : 'alert'}
          data-outcome={answer.outcome}
        >
          {t(`leave.address.outcome.${answer.outcome}`)}
        </p>
      ) : null}
      <FailureNote failure={answer?.state === 'failed' ? answer.code : undefined} />
    </section>
  )
}
