import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import { CANCELLATION_CODES, type CancellationCode } from '../../shared/order/lifecycle.ts'
import { Choice } from '../controls/choice.tsx'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

const MAX_DETAILS = 300

type CancelDialogProps = { readonly orderId: string; readonly displayId: string }

/** Asks for the reason of a cancellation. Sending closes the dialog; the ticket shows the result of the request. */
export function CancelDialog({ orderId, displayId }: CancelDialogProps) {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const closeDialog = useComanda((state) => state.closeDialog)
  const isCancelled = useComanda((state) => state.board.orders[orderId]?.cancelled !== undefined)
  const [code, setCode] = useState<CancellationCode>()
  const [details, setDetails] = useState('')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<FailureCode>()

  const send = async (): Promise<void> => {
    if (code === undefined || isSending) return
    setSending(true)
    setFailure(undefined)
    const reason = [t(`cancel.code.${code}`), details.trim()].filter((part) => part !== '').join(': ')
    const answer = await callSafely(() =>
      bridge.call['order:act']({ orderId, action: 'requestCancellation', cancellation: { code, reason } }),
    )
    setSending(false)
    if (answer.ok) closeDialog()
    else setFailure(answer.code)
  }

  return (
    <DialogFrame testId="cancel-dialog" title={t('cancel.title', { displayId })} onClose={closeDialog}>
      <p>{isCancelled ? t('cancel.alreadyCancelled') : t('cancel.explain')}</p>
      <Choice
        className="choice-columns"
        label={t('cancel.reasons')}
        value={code}
        options={CANCELLATION_CODES.map((value) => ({ value, label: t(`cancel.code.${value}`) }))}
        onChange={setCode}
      />
      <TextField className="field" value={details} onChange={setDetails} maxLength={MAX_DETAILS}>
        <Label>{t('cancel.details')}</Label>
        <Input className="field-input" />
      </TextField>
      <FailureNote failure={failure} />
      <div className="dialog-buttons">
        <Button className="button" onPress={closeDialog}>
          {t('action.back')}
        </Button>
        <Button
          className="button button-danger"
          data-action="send"
          isDisabled={code === undefined || isSending}
          onPress={() => void send()}
        >
          {t('cancel.send')}
        </Button>
      </div>
    </DialogFrame>
  )
}
