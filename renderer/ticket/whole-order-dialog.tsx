import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { PushButton } from '../controls/push-button.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

/** All items of an order that is larger than its ticket, part by part. */
export function WholeOrderDialog({ orderId, displayId }: { readonly orderId: string; readonly displayId: string }) {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const closeDialog = useComanda((state) => state.closeDialog)
  const [part, setPart] = useState(0)
  const [shown, setShown] = useState({ text: '', parts: 1 })
  useEffect(() => {
    let isCurrent = true
    void callSafely(() => bridge.call['order:whole']({ orderId, part })).then((answer) => {
      if (isCurrent && answer.ok) setShown(answer.value)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, orderId, part])
  return (
    <DialogFrame testId="whole-order" title={t('whole.title', { displayId })} onClose={closeDialog}>
      <pre className="whole-order">
        <bdi>{shown.text}</bdi>
      </pre>
      <div className="dialog-buttons">
        <PushButton
          data-command="previous"
          label={t('whole.previous')}
          isDisabled={part === 0}
          onPress={() => setPart(part - 1)}
        />
        <span>{t('whole.part', { part: part + 1, parts: Math.max(1, shown.parts) })}</span>
        <PushButton
          data-command="next"
          label={t('whole.next')}
          isDisabled={part + 1 >= shown.parts}
          onPress={() => setPart(part + 1)}
        />
      </div>
    </DialogFrame>
  )
}
