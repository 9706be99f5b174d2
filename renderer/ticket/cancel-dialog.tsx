import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CancellationReason } from '../../shared/contract/cancellation-reasons.ts'
import { CANCELLATION_CODES } from '../../shared/order/lifecycle.ts'
import { Choice } from '../ui/controls/choice.tsx'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { Failure, FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { TextInput } from '../ui/controls/text-input.tsx'
import { useAnswer, useCall } from '../ui/window/use-answer.ts'
import { useComanda } from '../ui/window/window-parts.ts'

const MAX_DETAILS = 300
const MAX_REASON = 500

type CancelDialogProps = { readonly orderId: string; readonly displayId: string }

type ChosenReason = {
  readonly code: string | undefined
  readonly onChoose: (code: string, text: string) => void
}

/** The first reasons are the usual ones; with more than these, the others are behind a button. */
const USUAL = 4
const MOST_AT_ONCE = 6

function Reasons({ reasons, code, onChoose }: ChosenReason & { readonly reasons: readonly CancellationReason[] }) {
  const { t } = useTranslation('cancelling')
  const [showsOthers, setShowsOthers] = useState(false)
  const textOf = (value: string): string => reasons.find((reason) => reason.code === value)?.text ?? value
  const codes = [...new Set(reasons.map((reason) => reason.code))]
  const isLong = codes.length > MOST_AT_ONCE
  const shown = !isLong ? codes : showsOthers ? codes.slice(USUAL) : codes.slice(0, USUAL)
  return (
    <>
      <Choice
        className="choice-columns"
        label={t('reasons')}
        value={code}
        values={shown}
        word={textOf}
        onChange={(value) => onChoose(value, textOf(value))}
      />
      {isLong ? (
        <PushButton
          data-command="other-reasons"
          label={t(showsOthers ? 'usual' : 'others')}
          onPress={() => setShowsOthers(!showsOthers)}
        />
      ) : null}
    </>
  )
}

/** The reasons that the platform accepts for this order now. Without a network none can be had. */
function AskedReasons({ orderId, ...chosen }: ChosenReason & { readonly orderId: string }) {
  const { t } = useTranslation('cancelling')
  const answer = useAnswer('order:reasons', { orderId })
  if (answer === undefined) return <p role="status">{t('asking')}</p>
  if (!answer.ok) return <FailureNote failure={answer.code} />
  const { reasons } = answer.value
  return reasons.length === 0 ? (
    <Failure data-fault="not-now">{t('notNow')}</Failure>
  ) : (
    <Reasons reasons={reasons} {...chosen} />
  )
}

/** Asks for the reason of a cancellation. Sending closes the dialog; the ticket shows the result of the request. */
export function CancelDialog({ orderId, displayId }: CancelDialogProps) {
  const { t } = useTranslation(['translation', 'cancelling'])
  const closeDialog = useComanda((state) => state.closeDialog)
  const isCancelled = useComanda((state) => state.board.orders[orderId]?.cancelled !== undefined)
  const asksReasons = useComanda((state) => state.board.orders[orderId]?.handling?.asksReasons === true)
  const [code, setCode] = useState<string>()
  const [details, setDetails] = useState('')
  const { call, isBusy, failure } = useCall('order:act')
  const [words, setWords] = useState<string>()
  const choose = (chosen: string, text: string): void => {
    setCode(chosen)
    setWords(text)
  }

  const send = async (): Promise<void> => {
    if (code === undefined || isBusy) return
    const reason = [words ?? code, details.trim()]
      .filter((part) => part !== '')
      .join(': ')
      .slice(0, MAX_REASON)
    const answer = await call({ orderId, action: 'requestCancellation', cancellation: { code, reason } })
    if (answer.ok) closeDialog()
  }

  return (
    <DialogFrame testId="cancel-dialog" title={t('cancelling:title', { displayId })} onClose={closeDialog}>
      <p>{isCancelled ? t('cancelling:alreadyCancelled') : t('cancelling:explain')}</p>
      {asksReasons ? (
        <AskedReasons orderId={orderId} code={code} onChoose={choose} />
      ) : (
        <Reasons
          reasons={CANCELLATION_CODES.map((value) => ({ code: value, text: t(`cancel.code.${value}`) }))}
          code={code}
          onChoose={choose}
        />
      )}
      <TextInput label={t('cancelling:details')} value={details} onChange={setDetails} maxLength={MAX_DETAILS} />
      <FailureNote failure={failure} />
      <div className="dialog-buttons">
        <PushButton label={t('action.back')} onPress={closeDialog} />
        <PushButton
          kind="danger"
          data-action="send"
          label={t('cancelling:send')}
          isDisabled={code === undefined || isBusy}
          onPress={() => void send()}
        />
      </div>
    </DialogFrame>
  )
}
