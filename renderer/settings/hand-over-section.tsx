import { useTranslation } from 'react-i18next'
import type { CallResult } from '../../shared/contract/contract.ts'
import type { PairedScreen, ScreensStatus } from '../../shared/contract/screens.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { useWindowParts } from '../window/window-parts.ts'

/** Makes a call that answers with the new state of the screens. */
export type Run = (call: () => Promise<CallResult<ScreensStatus>>) => void

/** Gives the role of this computer to a connected screen. */
export function HandOverButton({ screen: { id, name }, run }: { readonly screen: PairedScreen; readonly run: Run }) {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  return (
    <ConfirmButton
      begin={{ 'data-testid': 'hand-over', label: t('handOver.begin') }}
      warning={t('handOver.explain', { name })}
      back={{ label: t('screens.keep') }}
      choices={[
        {
          'data-testid': 'hand-over-really',
          label: t('handOver.really'),
          run: () => run(() => bridge.call['screens:hand-over']({ id })),
        },
      ]}
    />
  )
}

/** The state of a hand-over, with a button that cancels it while the screen has not taken the role. */
export function HandedOverState({
  handedOver: { name, hasLedger, isTaken },
  run,
}: {
  readonly handedOver: NonNullable<ScreensStatus['handedOver']>
  readonly run: Run
}) {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const state = isTaken ? 'taken' : hasLedger ? 'ready' : 'waiting'
  return (
    <section className="settings-group" data-testid="handed-over" data-state={state}>
      <p role="status">{t(`handOver.${state}`, { name })}</p>
      {isTaken ? null : (
        <ConfirmButton
          begin={{ 'data-testid': 'take-back', label: t('handOver.takeBack') }}
          warning={t('handOver.takeBackWarn')}
          back={{ label: t('screens.keep') }}
          choices={[
            {
              'data-testid': 'take-back-really',
              label: t('handOver.takeBackReally'),
              run: () => run(() => bridge.call['screens:take-back'](null)),
            },
          ]}
        />
      )}
    </section>
  )
}
