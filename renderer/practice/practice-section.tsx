import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailureCode, PracticeBest, PracticeResults } from '../../shared/contract/contract.ts'
import { SCENARIO_MINUTES, SCENARIO_NAMES, type ScenarioName } from '../../shared/contract/practice.ts'
import { isOpen } from '../../shared/ticket/open-ticket.ts'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { Failure, FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { Row } from '../ui/controls/row.tsx'
import { useAnswer } from '../ui/window/use-answer.ts'
import { useComanda, useFormats, useWindowParts } from '../ui/window/window-parts.ts'
import { beginPractice } from './begin-practice.ts'
import { needsAttention } from './interruption.ts'
import { Score, useBestWords } from './score-page.tsx'
import './practice.css'

const NO_RESULTS: PracticeResults = { last: null, best: {} }

type ScenarioProps = {
  readonly name: ScenarioName
  readonly best: PracticeBest | undefined
  /** Real orders are open: the user has to confirm with a second touch. */
  readonly needsConfirmation: boolean
  readonly isBlocked: boolean
  readonly onBegin: () => Promise<void>
}

function Scenario({ name, best, needsConfirmation, isBlocked, onBegin }: ScenarioProps) {
  const { t } = useTranslation('practice')
  const formats = useFormats()
  const bestWords = useBestWords()
  return (
    <Row
      data-scenario={name}
      label={
        <>
          {t(`scenario.name.${name}`)}{' '}
          <span className="scenario-minutes">{t('minutes', { minutes: formats.whole(SCENARIO_MINUTES[name]) })}</span>
        </>
      }
      help={
        <>
          {t(`scenario.what.${name}`)}
          {best === undefined ? null : (
            <>
              <br />
              <span data-best="before">{bestWords(best)}</span>
            </>
          )}
        </>
      }
    >
      {needsConfirmation ? (
        <ConfirmButton
          begin={{ 'data-practice': 'begin', label: t('begin'), isDisabled: isBlocked }}
          warning={t('open')}
          back={{ 'data-practice': 'not-now', label: t('notNow') }}
          choices={[{ 'data-practice': 'confirm', label: t('confirm'), run: onBegin }]}
        />
      ) : (
        <PushButton data-practice="begin" label={t('begin')} isDisabled={isBlocked} onPress={() => void onBegin()} />
      )}
    </Row>
  )
}

/** The scenarios, with an explanation of what happens to real orders meanwhile. */
export function PracticeSection() {
  const { t } = useTranslation(['translation', 'practice'])
  const parts = useWindowParts()
  const hasOpenOrders = useComanda(({ board }) => Object.values(board.orders).some(isOpen))
  const attention = useComanda(needsAttention)
  const answer = useAnswer('practice:results', null)
  const { last, best } = answer?.ok ? answer.value : NO_RESULTS
  const [failure, setFailure] = useState<FailureCode>()
  const begin = async (name: ScenarioName): Promise<void> => {
    setFailure(await beginPractice(parts, name, hasOpenOrders))
  }
  return (
    <>
      <section className="settings-group rows" aria-label={t('practice:tab')}>
        <p>{t('practice:explain')}</p>
        <p>{t('practice:promise')}</p>
        {attention === undefined ? null : <Failure data-attention={attention}>{t(`practice:${attention}`)}</Failure>}
        <FailureNote failure={failure} />
        <div>
          {SCENARIO_NAMES.map((name) => (
            <Scenario
              key={name}
              name={name}
              best={best[name]}
              needsConfirmation={hasOpenOrders}
              isBlocked={attention !== undefined}
              onBegin={() => begin(name)}
            />
          ))}
        </div>
      </section>
      {last === null ? null : (
        <section className="settings-group rows" data-testid="last-practice">
          <h3>{t('practice:last', { name: t(`practice:scenario.name.${last.name}`) })}</h3>
          <Score report={last} />
        </section>
      )}
    </>
  )
}
