import { CircleMinus } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REMOVAL_SIGN } from '../../shared/ticket/ticket-tree.ts'
import { OrdersAbove } from '../places/orders-above.tsx'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { useAnswer } from '../ui/window/use-answer.ts'
import { useComanda, useFormats } from '../ui/window/window-parts.ts'
import './whole-order.css'

/** A dish of the text (shared/order/order-whole.ts): "2 × Pizza", "0.5 KG Picanha", "? × Suco". */
const DISH = /^(\?|\d+(?:\.\d+)?) (×|KG|G|L|ML|OZ|LB|GAL) (.+)$/u

const indented = (name: string, depth: number): CSSProperties => ({ [name]: depth })

/** A line of the text: a dish as on the ticket, below it what belongs to it, or a note of the order. */
function Line({ line }: { readonly line: string }) {
  const formats = useFormats()
  const text = line.trimStart()
  const depth = (line.length - text.length) / 2
  const dish = depth === 0 ? DISH.exec(text) : null
  if (dish) {
    const [, quantity = '?', unit = '', name] = dish
    const number = Number(quantity)
    return (
      <li className="whole-dish">
        <span className="whole-quantity" data-several={number !== 1 || undefined}>
          {Number.isNaN(number) ? quantity : formats.whole(number)}
          {unit === '×' ? unit : ` ${unit}`}
        </span>{' '}
        <bdi>{name}</bdi>
      </li>
    )
  }
  const isRemoval = text.startsWith(REMOVAL_SIGN)
  return (
    <li
      className="whole-part"
      data-kind={isRemoval ? 'removal' : depth === 0 ? 'note' : 'option'}
      style={indented('--depth', depth)}
    >
      {isRemoval ? <CircleMinus aria-hidden /> : null}
      {isRemoval ? <span className="visually-hidden">{REMOVAL_SIGN}</span> : null}
      <bdi>{isRemoval ? text.slice(REMOVAL_SIGN.length).trimStart() : text}</bdi>
    </li>
  )
}

/** All items of an order that is larger than its ticket, part by part, in the type of the wall. */
export function WholeOrderDialog({ orderId, displayId }: { readonly orderId: string; readonly displayId: string }) {
  const { t } = useTranslation('wholeOrder')
  const closeDialog = useComanda((state) => state.closeDialog)
  const [part, setPart] = useState(0)
  const answer = useAnswer('order:whole', { orderId, part })
  const { text, parts } = answer?.ok ? answer.value : { text: '', parts: part + 1 }
  return (
    <DialogFrame
      testId="whole-order"
      title={t('title', { displayId })}
      back={t('board')}
      onClose={closeDialog}
      above={<OrdersAbove />}
    >
      <div className="whole-page">
        {/* Focusable, so that the keys scroll it. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls */}
        <div className="whole-sheet" key={part} tabIndex={0}>
          <ol className="whole-order">
            {text.split('\n').map((line, place) => (
              // The lines of a part never change.
              // biome-ignore lint/suspicious/noArrayIndexKey: equal lines exist, and their order is fixed
              <Line key={place} line={line} />
            ))}
          </ol>
        </div>
        <FailureNote failure={answer?.ok === false ? answer.code : undefined} />
        {parts > 1 ? (
          <div className="whole-foot">
            <PushButton
              data-command="previous"
              label={t('previous')}
              isDisabled={part === 0}
              onPress={() => setPart(part - 1)}
            />
            <strong>{t('part', { part: part + 1, parts })}</strong>
            <PushButton
              kind="primary"
              data-command="next"
              label={t('next')}
              isDisabled={part + 1 >= parts}
              onPress={() => setPart(part + 1)}
            />
          </div>
        ) : null}
      </div>
    </DialogFrame>
  )
}
