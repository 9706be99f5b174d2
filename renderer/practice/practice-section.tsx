import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode, PracticeReport } from '../../shared/contract/contract.ts'
import { SCENARIO_MINUTES, SCENARIO_NAMES, type ScenarioName } from '../../shared/contract/practice.ts'
import { isOpen } from '../../shared/ticket/open-ticket.ts'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useFormats, useWindowParts } from '../window/window-parts.ts'
import { beginPractice } from './begin-practice.ts'
import { needsAttention } from './interruption.ts'
import { ScoreFigures } from './score-page.tsx'
import './practice.css'
import { FailureNote } from '../controls/failure-note.tsx'

function Scenario({
  name,
  isConfirming,
  isBlocked,
  onBegin,
  onConfirm,
  onCancel,
}: {
  readonly name: ScenarioName
  /** Real orders are open: the user has to confirm with a second touch. */
  readonly isConfirming: boolean
  readonly isBlocked: boolean
  readonly onBegin: () => void
  readonly onConfirm: () => void
  readonly onCancel: () => void
}) {
  const { t } = useTranslation('practice')
  const formats = useFormats()
  return (
    <li className="scenario" data-scenario={name}>
      <div>
        <strong>{t(`scenario.${name}.name`)}</strong>{' '}
        <span className="scenario-minutes">{t('minutes', { minutes: formats.whole(SCENARIO_MINUTES[name]) })}</span>
        <p>{t(`scenario.${name}.what`)}</p>
        {isConfirming ? <p role="alert">{t('open')}</p> : null}
      </div>
      {isConfirming ? (
        <div className="scenario-buttons">
          <Button className="button" data-practice="not-now" onPress={onCancel}>
            {t('notNow')}
          </Button>
          <Button className="button button-primary" data-practice="confirm" onPress={onConfirm}>
            {t('confirm')}
          </Button>
        </div>
      ) : (
        <Button className="button" data-practice="begin" isDisabled={isBlocked} onPress={onBegin}>
          {t('begin')}
        </Button>
      )}
    </li>
  )
}

function useLastReport(): PracticeReport | undefined {
  const { bridge } = useWindowParts()
  const [last, setLast] = useState<PracticeReport>()
  useEffect(() => {
    void callSafely(() => bridge.call['practice:last'](null)).then((answer) => {
      if (answer.ok && answer.value !== null) setLast(answer.value)
    })
  }, [bridge])
  return last
}

/** The scenarios, with an explanation of what happens to real orders meanwhile. */
export function PracticeSection() {
  const { t } = useTranslation(['translation', 'practice'])
  const parts = useWindowParts()
  const hasOpenOrders = useComanda(({ board }) => Object.values(board.orders).some(isOpen))
  const attention = useComanda(needsAttention)
  const last = useLastReport()
  const [toConfirm, setToConfirm] = useState<ScenarioName>()
  const [failure, setFailure] = useState<FailureCode>()
  const begin = async (name: ScenarioName): Promise<void> => {
    setFailure(await beginPractice(parts, name, hasOpenOrders))
  }
  return (
    <>
      <section className="settings-group" aria-label={t('practice:tab')}>
        <p>{t('practice:explain')}</p>
        <p>{t('practice:promise')}</p>
        {attention === undefined ? null : (
          <p className="failure" role="alert" data-attention={attention}>
            {t(`practice:${attention}`)}
          </p>
        )}
        <FailureNote failure={failure} />
        <ul className="scenarios">
          {SCENARIO_NAMES.map((name) => (
            <Scenario
              key={name}
              name={name}
              isConfirming={toConfirm === name && hasOpenOrders}
              isBlocked={attention !== undefined}
              onBegin={() => (hasOpenOrders ? setToConfirm(name) : void begin(name))}
              onConfirm={() => void begin(name)}
              onCancel={() => setToConfirm(undefined)}
            />
          ))}
        </ul>
      </section>
      {last === undefined ? null : (
        <section className="settings-group" data-testid="last-practice">
          <h3>{t('practice:last', { name: t(`practice:scenario.${last.name}.name`) })}</h3>
          <ScoreFigures report={last} />
        </section>
      )}
    </>
  )
}
