import { Check, CircleAlert, Download, FileText, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineEntry } from '../../shared/contract/contract.ts'
import type { HistoryEntry } from '../../shared/contract/history.ts'
import { ownerTimeline } from '../../shared/history/owner-timeline.ts'
import { timelineWords } from '../../shared/text/timeline-words.ts'
import { PushButton } from '../ui/controls/push-button.tsx'
import { useAnswer } from '../ui/window/use-answer.ts'
import { useFormats } from '../ui/window/window-parts.ts'
import type { FileFormat } from './use-history.ts'
import { useHistoryTexts } from './use-history-texts.ts'

const TENTH_MS = 100
const TENTHS = 10

/** Entries have no ids. A list that never changes has its places as keys. */
const withKeys = <T,>(list: readonly T[]) => list.map((one, place) => ({ key: place, one }))

/** What an owner asks: when it came, who accepted it, when it was ready and out, and whether that was in time. */
function OwnerTimeline({
  entry,
  timeline,
}: {
  readonly entry: HistoryEntry
  readonly timeline: readonly TimelineEntry[]
}) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const texts = useHistoryTexts()
  return (
    <ol className="story" aria-label={t('story')}>
      {withKeys(ownerTimeline({ texts, formats, entry, timeline })).map(({ key, one }) => (
        <li key={key} className="story-step" data-step={one.name} data-tone={one.tone}>
          <time className="story-time">{formats.time(one.at)}</time>
          <span className="story-words">
            <strong>{one.what}</strong>
            {one.about === undefined ? null : (
              <span className="story-about">
                {one.tone === 'kept' ? <Check aria-hidden /> : null}
                {one.tone === 'late' ? <CircleAlert aria-hidden /> : null}
                <bdi>{one.about}</bdi>
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Every entry, with the time since the order was received. */
function FullLog({ timeline }: { readonly timeline: readonly TimelineEntry[] }) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const texts = useHistoryTexts()
  const begin = timeline[0]?.at ?? 0
  const since = (at: number): string => `+${formats.whole(Math.max(0, Math.round((at - begin) / TENTH_MS)) / TENTHS)} s`
  return (
    <ol className="log" aria-label={t('log')}>
      {withKeys(timeline).map(({ key, one }) => {
        const { what, detail } = timelineWords(texts, one)
        return (
          <li key={key} data-kind={one.kind}>
            <span>{formats.time(one.at)}</span>
            <span>{since(one.at)}</span>
            <span>
              <strong>{what}</strong> <bdi>{detail}</bdi>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

type OrderPanelProps = {
  readonly entry: HistoryEntry
  readonly recall: () => void
  /** Absent: this window cannot write files. */
  readonly save: ((format: FileFormat) => void) | undefined
}

/** The opened order. */
export function OrderPanel({ entry, recall, save }: OrderPanelProps) {
  const { t } = useTranslation(['translation', 'history'])
  const [showsLog, setShowsLog] = useState(false)
  const answer = useAnswer('order:timeline', { orderId: entry.orderId }, entry.recall)
  const timeline = answer?.ok ? answer.value : []
  const { orderId, displayId, customerName, orderType, items } = entry
  const type = t(`orderType.${orderType}`, { defaultValue: t('orderType.unknown') })
  return (
    <section className="order-panel" data-opened-order={orderId} aria-label={displayId}>
      <div className="panel-story">
        <h3 className="panel-id">
          <bdi>{displayId}</bdi>
        </h3>
        <p className="panel-who">
          {customerName === undefined ? null : (
            <>
              <bdi>{customerName}</bdi> ·{' '}
            </>
          )}
          {type}
        </p>
        {answer?.ok === true ? <OwnerTimeline entry={entry} timeline={timeline} /> : null}
      </div>
      <div className="panel-more">
        <ul className="panel-items">
          {withKeys(items).map(({ key, one }) => (
            <li key={key}>
              <bdi>{one}</bdi>
            </li>
          ))}
        </ul>
        {entry.recall === 'recalled' ? <p className="panel-note">{t('history:recalled')}</p> : null}
        {entry.recall === 'no' ? null : (
          <PushButton
            data-recall={orderId}
            Icon={RotateCcw}
            label={t(entry.recall === 'recalled' ? 'history:putAway' : 'history:recall')}
            onPress={recall}
          />
        )}
        {save === undefined ? null : (
          <PushButton
            data-testid="order-sheet"
            Icon={FileText}
            label={t('history:sheet')}
            onPress={() => save('html')}
          />
        )}
        <PushButton aria-expanded={showsLog} label={t('history:log')} onPress={() => setShowsLog(!showsLog)} />
        {showsLog ? (
          <>
            <FullLog timeline={timeline} />
            {save === undefined ? null : (
              <PushButton Icon={Download} label={t('history:json')} onPress={() => save('json')} />
            )}
          </>
        ) : null}
      </div>
    </section>
  )
}
