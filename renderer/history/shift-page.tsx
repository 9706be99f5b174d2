import { Download, FileText, Lightbulb } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shift } from '../../shared/contract/history.ts'
import { SHIFT_SPANS } from '../../shared/contract/values.ts'
import { shiftTiles, shiftWords } from '../../shared/history/shift-words.ts'
import { FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { useAnswer } from '../ui/window/use-answer.ts'
import { useFormats } from '../ui/window/window-parts.ts'
import type { FileFormat } from './use-history.ts'
import { useHistoryTexts } from './use-history-texts.ts'
import './shift.css'

const PERCENT = 100
const sized = (name: '--part' | '--late', share: number): CSSProperties => ({ [name]: share })

/** The orders of each hour, the late ones on top in another colour. */
function Hours({ hours }: Pick<Shift, 'hours'>) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const most = Math.max(1, ...hours.map(({ orders }) => orders))
  return (
    <section className="shift-card" aria-label={t('byHour')}>
      <h3>{t('byHour')}</h3>
      <ol className="hours">
        {hours.map(({ hour, orders, late }) => (
          <li key={hour} className="hour" data-hour={hour} data-late={late}>
            <strong>{formats.whole(orders)}</strong>
            <span className="bar" style={sized('--part', orders / most)}>
              <span className="bar-late" style={sized('--late', orders === 0 ? 0 : late / orders)} />
            </span>
            <span>{t('hour', { hour: formats.whole(hour) })}</span>
            {late === 0 ? null : (
              <span className="visually-hidden">{t('lateOrders', { number: formats.whole(late) })}</span>
            )}
          </li>
        ))}
      </ol>
      <p className="hours-key">
        <span className="key-kept" aria-hidden />
        {t('key.kept')}
        <span className="key-late" aria-hidden />
        {t('key.late')}
      </p>
    </section>
  )
}

/** The dishes whose orders took longest. */
function Dishes({ dishes }: Pick<Shift, 'dishes'>) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const longest = Math.max(1, ...dishes.map(({ prepareMs }) => prepareMs))
  return (
    <section className="shift-card" aria-label={t('slowest')}>
      <h3>{t('slowest')}</h3>
      <ol className="dishes">
        {dishes.map(({ name, times, prepareMs }) => (
          <li key={name} className="dish" data-dish={name}>
            <bdi>{name}</bdi>
            <strong>{formats.minutes(prepareMs)}</strong>
            <span className="dish-bar" style={sized('--part', prepareMs / longest)} />
            <span className="dish-times">{t('inOrders', { number: formats.whole(times) })}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Channels({ channels, children }: Pick<Shift, 'channels'> & { readonly children: ReactNode }) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  return (
    <section className="shift-card" aria-label={t('byChannel')}>
      <h3>{t('byChannel')}</h3>
      <ol className="shift-channels">
        {channels.map(({ name, orders, kept, promised }) => (
          <li key={name} data-channel={name}>
            <bdi>{name}</bdi>
            <span className="shift-share">
              {promised === 0
                ? null
                : t('shareOnTime', { share: formats.whole(Math.round((PERCENT * kept) / promised)) })}
            </span>
            <strong>{formats.whole(orders)}</strong>
          </li>
        ))}
      </ol>
      {children}
    </section>
  )
}

export type ShiftSpan = (typeof SHIFT_SPANS)[number]

/** The shift, the week or the month that ends with the chosen day. */
export function SpanChoice({ days, choose }: { readonly days: ShiftSpan; readonly choose: (days: ShiftSpan) => void }) {
  const { t } = useTranslation('history')
  return (
    <Segments
      label={t('shift')}
      hook="span"
      value={days}
      values={SHIFT_SPANS}
      word={(span) => t(`span.${span}`)}
      onChange={choose}
    />
  )
}

type ShiftPageProps = {
  readonly daysAgo: number
  readonly days: ShiftSpan
  /** Absent: this window cannot write files. */
  readonly save: ((format: FileFormat) => void) | undefined
  /** What became of the last file. */
  readonly outcome: ReactNode
}

/** Five figures, where time was lost, and three charts: of a shift, of a week or of a month. */
export function ShiftPage({ daysAgo, days, save, outcome }: ShiftPageProps) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const texts = useHistoryTexts()
  const answer = useAnswer('history:shift', { daysAgo, days })
  const shift = answer?.ok === true ? answer.value : undefined
  const words = { texts, formats, days }
  return (
    <div className="shift" data-testid="shift" data-days={days}>
      {outcome}
      <FailureNote failure={answer?.ok === false ? answer.code : undefined} />
      {shift === undefined ? null : (
        <>
          {shift.missing === undefined ? null : (
            <p role="status" data-testid="history-missing">
              {t('missing', { names: shift.missing.join(', ') })}
            </p>
          )}
          <dl className="tiles">
            {shiftTiles(words, shift).map(({ name, value, unit, label, about }) => (
              <div key={name} className="tile" data-figure={name}>
                <dd className="tile-value">
                  {value}
                  {unit === undefined ? null : <small> {unit}</small>}
                </dd>
                <dt>{label}</dt>
                <dd className="tile-about">{about}</dd>
              </div>
            ))}
          </dl>
          <p className="shift-loss" data-figure="loss">
            <Lightbulb aria-hidden />
            <span>{shiftWords.loss(words, shift)}</span>
            <span className="shift-days">{shiftWords.days(words, shift)}</span>
          </p>
          <div className="charts">
            <Hours hours={shift.hours} />
            <Dishes dishes={shift.dishes} />
            <Channels channels={shift.channels}>
              {save === undefined ? null : (
                <div className="shift-files">
                  <PushButton Icon={FileText} label={t('print')} onPress={() => save('html')} />
                  <PushButton Icon={Download} label={t('json')} onPress={() => save('json')} />
                </div>
              )}
            </Channels>
          </div>
        </>
      )}
    </div>
  )
}
