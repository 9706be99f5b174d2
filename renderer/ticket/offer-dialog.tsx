import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { choicesOf, type Offer, type OfferMade } from '../../shared/order/moves/offer.ts'
import { Choice } from '../ui/controls/choice.tsx'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { Failure, FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { useCall } from '../ui/window/use-answer.ts'
import { useComanda, useFormats } from '../ui/window/window-parts.ts'

const HUNDRED = 100
const KNOWN_REASONS = ['HIGH_STORE_DEMAND', 'SYSTEM_ISSUE', 'LATE_DELIVERY', 'OTHER'] as const

/** A choice in the language of the screen, with its amount or its minutes. */
function useChoiceWords(): (choice: OfferMade) => string {
  const { t } = useTranslation('offer')
  const formats = useFormats()
  const isInCents = useComanda(({ settings }) => settings?.dialect.money === 'cents')
  return (choice) => {
    if (choice.kind === 'time') return t('minutes', { minutes: choice.minutes })
    const { kind, amount, currency } = choice
    return t(kind, { amount: formats.amount(isInCents ? amount : amount / HUNDRED, currency) })
  }
}

/** A reason of the platform; one without words is shown as it is. */
function useReasonWords(): (reason: string) => string {
  const { t } = useTranslation('offer')
  return (reason) => {
    const known = KNOWN_REASONS.find((one) => one === reason)
    return known === undefined ? reason : t(`reason.${known}`)
  }
}

type OfferFormProps = { readonly orderId: string; readonly offers: readonly Offer[]; readonly onClose: () => void }

/** What can be offered, and the reason where the platform wants one; the first reason is chosen. */
function OfferForm({ orderId, offers, onClose }: OfferFormProps) {
  const { t } = useTranslation(['translation', 'offer'])
  const [index, setIndex] = useState<number>()
  const [reason, setReason] = useState<string>()
  const { call, isBusy, failure } = useCall('order:act')
  const [choiceWords, reasonWords] = [useChoiceWords(), useReasonWords()]
  const choices = choicesOf(offers)
  const chosen = index === undefined ? undefined : choices[index]
  const alternative = offers.find(({ id }) => id === chosen?.id)
  const reasons = alternative?.kind === 'time' ? alternative.reasons : []

  const send = async (): Promise<void> => {
    if (chosen === undefined || isBusy) return
    const meant =
      chosen.kind === 'time'
        ? { id: chosen.id, minutes: chosen.minutes, reason: reason ?? chosen.reason }
        : { id: chosen.id, amount: chosen.amount }
    const answer = await call({ orderId, action: 'offer', offer: meant })
    if (answer.ok) onClose()
  }

  return (
    <>
      <Choice
        className="choice-columns"
        label={t('offer:choices')}
        value={index}
        values={choices.map((_, at) => at)}
        word={(at) => {
          const choice = choices[at]
          return choice && choiceWords(choice)
        }}
        onChange={(at) => {
          setIndex(at)
          setReason(undefined)
        }}
      />
      {reasons.length > 1 ? (
        <Choice
          className="choice-columns"
          label={t('offer:reasons')}
          value={reason ?? reasons[0]}
          values={reasons}
          word={reasonWords}
          onChange={setReason}
        />
      ) : null}
      <FailureNote failure={failure} />
      <div className="dialog-buttons">
        <PushButton label={t('action.back')} onPress={onClose} />
        <PushButton
          kind="primary"
          data-action="send"
          label={t('offer:send')}
          isDisabled={chosen === undefined || isBusy}
          onPress={() => void send()}
        />
      </div>
    </>
  )
}

/** Asks what is offered to a customer who wants something. Sending closes the dialog; the ticket shows the result. */
export function OfferDialog({ orderId, displayId }: { readonly orderId: string; readonly displayId: string }) {
  const { t } = useTranslation(['translation', 'offer'])
  const closeDialog = useComanda((state) => state.closeDialog)
  const wish = useComanda((state) => state.board.orders[orderId]?.wish)
  const offers = wish?.offers
  return (
    <DialogFrame testId="offer-dialog" title={t('offer:title', { displayId })} onClose={closeDialog}>
      {offers === undefined ? (
        <Failure data-fault="over">{t('conflict.wish-over')}</Failure>
      ) : (
        <>
          <p>{t('offer:explain')}</p>
          <OfferForm key={wish?.id} orderId={orderId} offers={offers} onClose={closeDialog} />
        </>
      )}
    </DialogFrame>
  )
}
