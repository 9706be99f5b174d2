import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { CallResult } from '../../shared/contract.ts'
import type { PairedScreen, ScreensStatus } from '../../shared/screens.ts'
import { useWindowParts } from '../window/window-parts.ts'

type Ask = (call: () => Promise<CallResult<ScreensStatus>>) => void

/** Gives the role of this computer to a screen that is connected. */
export function HandOverButton({ screen: { id, name }, ask }: { readonly screen: PairedScreen; readonly ask: Ask }) {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [isAsked, setAsked] = useState(false)
  if (!isAsked) {
    return (
      <Button className="button" data-testid="hand-over" onPress={() => setAsked(true)}>
        {t('handOver.begin')}
      </Button>
    )
  }
  return (
    <>
      <p>{t('handOver.explain', { name })}</p>
      <Button className="button" onPress={() => setAsked(false)}>
        {t('screens.keep')}
      </Button>
      <Button
        className="button button-danger"
        data-testid="hand-over-really"
        onPress={() => ask(() => bridge.call['screens:hand-over']({ id }))}
      >
        {t('handOver.really')}
      </Button>
    </>
  )
}

/** What became of the role that was given away, and the way back while it was not taken. */
export function HandedOverState({
  handedOver: { name, hasLedger, isTaken },
  ask,
}: {
  readonly handedOver: NonNullable<ScreensStatus['handedOver']>
  readonly ask: Ask
}) {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [isAsked, setAsked] = useState(false)
  const state = isTaken ? 'taken' : hasLedger ? 'ready' : 'waiting'
  return (
    <section className="settings-group" data-testid="handed-over" data-state={state}>
      <p role="status">{t(`handOver.${state}`, { name })}</p>
      {isTaken ? null : (
        <div className="dialog-buttons">
          {isAsked ? (
            <>
              <p>{t('handOver.takeBackWarn')}</p>
              <Button className="button" onPress={() => setAsked(false)}>
                {t('screens.keep')}
              </Button>
              <Button
                className="button button-danger"
                data-testid="take-back-really"
                onPress={() => ask(() => bridge.call['screens:take-back'](null))}
              >
                {t('handOver.takeBackReally')}
              </Button>
            </>
          ) : (
            <Button className="button" data-testid="take-back" onPress={() => setAsked(true)}>
              {t('handOver.takeBack')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
