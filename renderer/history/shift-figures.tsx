import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shift, Spread } from '../../shared/history.ts'
import { callSafely } from '../window/call-safely.ts'
import { useFormats, useWindowParts } from '../window/window-parts.ts'

/** The figures of a shift. */
export function ShiftFigures({ daysAgo }: { readonly daysAgo: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { bridge } = useWindowParts()
  const [shift, setShift] = useState<Shift>()
  useEffect(() => {
    let isCurrent = true
    void callSafely(() => bridge.call['history:shift']({ daysAgo })).then((answer) => {
      if (isCurrent) setShift(answer.ok ? answer.value : undefined)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, daysAgo])
  if (!shift) return null
  const spread = (value: Spread | undefined): string =>
    value === undefined
      ? t('history.noFigures')
      : `${t('history.median', { time: formats.duration(value.medianMs) })} · ${t('history.p90', { time: formats.duration(value.p90Ms) })}`
  const { onTime } = shift
  const rows: readonly (readonly [name: string, label: string, words: string])[] = [
    ['orders', t('history.orders'), formats.whole(shift.orders)],
    ['cancelled', t('history.cancelled'), formats.whole(shift.cancelled)],
    ['accept', t('history.accept'), spread(shift.accept)],
    ['prepare', t('history.prepare'), spread(shift.prepare)],
    ['ready', t('history.ready'), spread(shift.ready)],
    [
      'on-time',
      t('history.onTime'),
      onTime.promised === 0
        ? t('history.noFigures')
        : `${formats.whole(Math.round((100 * onTime.kept) / onTime.promised))} % · ${t('history.onTimeOf', onTime)}`,
    ],
  ]
  return (
    <dl className="figures" data-testid="shift">
      {rows.map(([name, label, words]) => (
        <div key={name} className="figure" data-figure={name}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}
