import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { PushButton } from '../controls/push-button.tsx'
import { useAnswer } from '../window/use-answer.ts'
import { useComanda } from '../window/window-parts.ts'

/** All items of an order that is larger than its ticket, part by part. */
export function WholeOrderDialog({ orderId, displayId }: { readonly orderId: string; readonly displayId: string }) {
  const { t } = useTranslation('wholeOrder')
  const closeDialog = useComanda((state) => state.closeDialog)
  const [part, setPart] = useState(0)
  const answer = useAnswer('order:whole', { orderId, part })
  const { text, parts } = answer?.ok ? answer.value : { text: '', parts: part + 1 }
  return (
    <DialogFrame testId="whole-order" title={t('title', { displayId })} onClose={closeDialog}>
      <pre className="whole-order">
        <bdi>{text}</bdi>
      </pre>
      <FailureNote failure={answer?.ok === false ? answer.code : undefined} />
      <div className="dialog-buttons">
        <PushButton
          data-command="previous"
          label={t('previous')}
          isDisabled={part === 0}
          onPress={() => setPart(part - 1)}
        />
        <span>{t('part', { part: part + 1, parts: Math.max(1, parts) })}</span>
        <PushButton
          data-command="next"
          label={t('next')}
          isDisabled={part + 1 >= parts}
          onPress={() => setPart(part + 1)}
        />
      </div>
    </DialogFrame>
  )
}
