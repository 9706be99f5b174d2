import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsChecked, useUncheckedWords } from '../ui/window/freshness-words.ts'
import { useComanda, useFormats, useItemName } from '../ui/window/window-parts.ts'
import { allDayCounts, type Count, partlyCounted } from './counts.ts'

function Counts({ counts }: { readonly counts: readonly Count[] }) {
  const formats = useFormats()
  const nameOf = useItemName()
  if (counts.length === 0) return null
  return (
    <ul className="counts">
      {counts.map(({ name, unit, quantity, options }) => (
        <li key={`${name} ${unit ?? ''} ${quantity ?? '?'}`} data-item={name} data-quantity={quantity}>
          <span className="count">
            <strong>{formats.quantity(quantity, unit)}</strong> <bdi>{nameOf(name)}</bdi>
          </span>
          <Counts counts={options} />
        </li>
      ))}
    </ul>
  )
}

/** Makes the list focusable, so that it can be scrolled with the keyboard. */
function makeFocusable(list: HTMLElement | null): void {
  if (list) list.tabIndex = 0
}

/** The quantities of items that the kitchen still has to make, the largest first. */
export function AllDayPanel() {
  const { t } = useTranslation()
  const orders = useComanda((state) => state.board.orders)
  const settings = useComanda((state) => state.settings)
  const isChecked = useIsChecked()
  const unchecked = useUncheckedWords()
  const formats = useFormats()
  const counts = useMemo(() => allDayCounts(Object.values(orders), settings), [orders, settings])
  return (
    <section className="all-day" data-testid="all-day" aria-label={t('allDay.title')}>
      <div className="all-day-list" ref={makeFocusable}>
        {counts.length === 0 ? <p>{isChecked ? t('allDay.empty') : unchecked}</p> : <Counts counts={counts} />}
        {partlyCounted(Object.values(orders)).map(({ orderId, displayId, moreLines = 0 }) => (
          <p key={orderId} data-partly-counted={orderId}>
            <bdi>{displayId}</bdi>: {t('whole.moreLines', { number: formats.whole(moreLines) })}
          </p>
        ))}
      </div>
    </section>
  )
}
