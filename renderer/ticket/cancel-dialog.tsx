import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CANCELLATION_CODES, type CancellationCode } from '../../shared/order/lifecycle.ts'
import { Choice } from '../controls/choice.tsx'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { PushButton } from '../controls/push-button.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { useCall } from '../window/use-answer.ts'
import { useComanda } from '../window/window-parts.ts'

const MAX_DETAILS = 300

type CancelDialogProps = { readonly orderId: string; readonly displayId: string }

/** Asks for the reason of a cancellation. Sending closes the dialog; the ticket shows the result of the request. */
export function CancelDialog({ orderId, displayId }: CancelDialogProps) {
  const { t } = useTranslation(['translation', 'cancelling'])
  const closeDialog = useComanda((state) => state.closeDialog)
  const isCancelled = useComanda((state) => state.board.orders[orderId]?.cancelled !== undefined)
  const [code, setCode] = useState<CancellationCode>()
  const [details, setDetails] = useState('')
  const { call, isBusy, failure } = useCall('order:act')

  const send = async (): Promise<void> => {
    if (code === undefined || isBusy) return
    const reason = [t(`cancel.code.${code}`), details.trim()].filter((part) => part !== '').join(': ')
    const answer = await call({ orderId, action: 'requestCancellation', cancellation: { code, reason } })
    if (answer.ok) closeDialog()
  }

  return (
    <DialogFrame testId="cancel-dialog" title={t('cancelling:title', { displayId })} onClose={closeDialog}>
      <p>{isCancelled ? t('cancelling:alreadyCancelled') : t('cancelling:explain')}</p>
      <Choice
        className="choice-columns"
        label={t('cancelling:reasons')}
        value={code}
        values={CANCELLATION_CODES}
        word={(value) => t(`cancel.code.${value}`)}
        onChange={setCode}
      />
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
