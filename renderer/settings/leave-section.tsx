import { type HTMLAttributes, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PromotionStatus } from '../../shared/contract/promotion.ts'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { Failure, FailureNote } from '../ui/controls/failure-note.tsx'
import { Group } from '../ui/controls/group.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { TextInput } from '../ui/controls/text-input.tsx'
import { useAnswer, useCall, usePolled } from '../ui/window/use-answer.ts'
import { useFormats } from '../ui/window/window-parts.ts'

const POLL_INTERVAL_MS = 2_000

/** Disconnects this screen from its main computer. It can be connected again only with a new code. */
export function LeaveSection() {
  const { t } = useTranslation('settings')
  const { call, value: left, failure } = useCall('screens:leave')
  return (
    <>
      <MainAddressForm />
      <p>{t('leave.explain')}</p>
      <ConfirmButton
        begin={{ 'data-testid': 'leave', label: t('leave.begin') }}
        back={{ label: t('screens.keep') }}
        choices={[{ 'data-testid': 'leave-really', label: t('leave.really'), run: () => call(null) }]}
      />
      {left === undefined ? null : <p role="status">{t('leave.done')}</p>}
      <FailureNote failure={failure} />
      <PromotionGroup />
    </>
  )
}

/** The address of this screen's main computer. The screen finds a new address automatically; a user can also type it. */
function MainAddressForm() {
  const { t } = useTranslation(['settings', 'wizard'])
  const joined = useAnswer('screens:joined', null)
  const { name = '', screenName, address: known = '' } = joined?.ok ? joined.value : {}
  const [typed, setTyped] = useState<string>()
  const { call, isBusy, value: moved, failure } = useCall('screens:move')
  const address = (typed ?? known).trim()
  return (
    <Group title={t('leave.address.title')} data-testid="station-address">
      {screenName === undefined ? null : <p data-testid="screen-name">{t('leave.called', { screen: screenName })}</p>}
      <p>{t('leave.address.explain', { name })}</p>
      <TextInput label={t('screens.address')} value={typed ?? known} onChange={setTyped} maxLength={255} />
      <div className="dialog-buttons">
        <PushButton
          data-testid="station-move"
          label={t('leave.address.use')}
          isDisabled={address === '' || isBusy}
          onPress={() => void call({ address })}
        />
      </div>
      {moved === undefined ? null : (
        <Outcome isGood={moved.outcome === 'moved'} data-outcome={moved.outcome}>
          {moved.outcome === 'moved' || moved.outcome === 'wrong-station'
            ? t(`leave.address.outcome.${moved.outcome}`)
            : t(`wizard:join.outcome.${moved.outcome}`)}
        </Outcome>
      )}
      <FailureNote failure={failure} />
    </Group>
  )
}

function Losses({ orders, taps, isHandedOver }: PromotionStatus) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  return (
    <ul data-testid="promotion-losses">
      {isHandedOver ? <li>{t('promotion.handedAway')}</li> : null}
      <li>{t('promotion.orders', { orders: formats.whole(orders) })}</li>
      {taps === 0 ? null : <li>{t('promotion.taps', { taps: formats.whole(taps) })}</li>}
      <li>{t('promotion.unsent')}</li>
      <li>{t('promotion.history')}</li>
      <li>{t('promotion.others')}</li>
      <li>{t('promotion.old')}</li>
      <li>{t('promotion.screens')}</li>
    </ul>
  )
}

/** Makes this screen the main computer: for the case that the main computer is lost or hands its role over. */
function PromotionGroup() {
  const { t } = useTranslation('settings')
  const { value: status } = usePolled('promotion:status', null, POLL_INTERVAL_MS)
  const { call, value: answer, failure } = useCall('promotion:begin')
  const outcome = answer?.outcome
  const isDone = outcome === 'done'
  return (
    <Group title={t('promotion.title')} data-testid="promotion">
      <p>{t('promotion.explain')}</p>
      {status?.isMainThere ? (
        <p role="status" data-testid="promotion-station" data-handed={status.isHandedOver}>
          {t(status.isHandedOver ? 'promotion.handed' : 'promotion.there')}
        </p>
      ) : null}
      {status !== undefined && (!status.isMainThere || status.isHandedOver) && !isDone ? (
        <ConfirmButton
          begin={{ 'data-testid': 'promotion-begin', label: t('promotion.begin') }}
          back={{ label: t('screens.keep') }}
          choices={[{ 'data-testid': 'promotion-really', label: t('promotion.really'), run: () => call(null) }]}
        >
          {status.isMainThere ? null : <Losses {...status} />}
        </ConfirmButton>
      ) : null}
      {outcome === undefined ? null : (
        <Outcome isGood={isDone} data-testid="promotion-outcome" data-outcome={outcome}>
          {t(`promotion.outcome.${outcome}`)}
        </Outcome>
      )}
      <FailureNote failure={failure} />
    </Group>
  )
}

type OutcomeProps = HTMLAttributes<HTMLParagraphElement> & { readonly isGood: boolean }

const Outcome = ({ isGood, ...words }: OutcomeProps) =>
  isGood ? <p role="status" {...words} /> : <Failure {...words} />
