import { useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineEntry } from '../../shared/contract.ts'
import type { Texts } from '../../shared/i18n/texts.ts'
import { timelineWords } from '../../shared/timeline-words.ts'
import { callSafely } from '../window/call-safely.ts'
import { LocaleContext, useFormats, useWindowParts } from '../window/window-parts.ts'

const TENTH_MS = 100
const TENTHS = 10

/** Entries have no ids. The list never changes, so the position of an entry is its key. */
const withKeys = (story: readonly TimelineEntry[]) => story.map((entry, place) => ({ key: place, entry }))

/** The events of an order, with the time since it was received. */
export function OrderTimeline({ orderId }: { readonly orderId: string }) {
  const { t, i18n } = useTranslation()
  const formats = useFormats()
  const { bridge } = useWindowParts()
  const texts: Texts = i18n.getResourceBundle(useContext(LocaleContext), 'translation')
  const [story, setStory] = useState<readonly TimelineEntry[]>([])
  useEffect(() => {
    let isCurrent = true
    void callSafely(() => bridge.call['order:timeline']({ orderId })).then((answer) => {
      if (isCurrent && answer.ok) setStory(answer.value)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, orderId])
  const begin = story[0]?.at ?? 0
  const sinceReceived = (at: number): string =>
    `+${formats.whole(Math.max(0, Math.round((at - begin) / TENTH_MS)) / TENTHS)} s`
  return (
    <ol className="story" aria-label={t('history.story')}>
      {withKeys(story).map(({ key, entry }) => {
        const { what, detail } = timelineWords(texts, entry)
        return (
          <li key={key} data-kind={entry.kind}>
            <span>{formats.time(entry.at)}</span>
            <span>{sinceReceived(entry.at)}</span>
            <span>
              <strong>{what}</strong> <bdi>{detail}</bdi>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
