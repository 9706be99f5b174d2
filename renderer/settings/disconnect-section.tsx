import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { Failure, FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'

type Outcome = { readonly at: 'done' | 'refused' } | { readonly at: 'failed'; readonly code: FailureCode }

/** Disconnects this kitchen from its platform. The second tap chooses whether its files are erased. */
export function DisconnectSection() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [outcome, setOutcome] = useState<Outcome>()
  const disconnect = async (eraseProfile: boolean): Promise<void> => {
    const answer = await callSafely(() => bridge.call['kitchen:disconnect']({ eraseProfile }))
    if (!answer.ok) return setOutcome({ at: 'failed', code: answer.code })
    setOutcome({ at: answer.value.trouble === undefined ? 'done' : 'refused' })
  }
  return (
    <section className="settings-group" aria-label={t('disconnect.title')}>
      <h3>{t('disconnect.title')}</h3>
      <p>{t('disconnect.explain')}</p>
      <ConfirmButton
        begin={{ 'data-testid': 'disconnect', label: t('disconnect.begin') }}
        warning={t('disconnect.warning')}
        back={{ label: t('disconnect.back') }}
        choices={[
          { 'data-testid': 'disconnect-keep', label: t('disconnect.keep'), run: () => disconnect(false) },
          { 'data-testid': 'disconnect-erase', label: t('disconnect.erase'), run: () => disconnect(true) },
        ]}
      />
      {outcome?.at === 'done' ? (
        <p role="status" data-testid="disconnected">
          {t('disconnect.done')}
        </p>
      ) : null}
      {outcome?.at === 'refused' ? <Failure>{t('disconnect.refused')}</Failure> : null}
      <FailureNote failure={outcome?.at === 'failed' ? outcome.code : undefined} />
    </section>
  )
}
