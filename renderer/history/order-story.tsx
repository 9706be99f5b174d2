import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineEntry } from '../../shared/contract.ts'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import type { Texts } from '../../shared/i18n/texts.ts'
import { callSafely } from '../app/call-safely.ts'
import { useComanda, useFormats, useWindowParts } from '../app/window-parts.ts'

type Kind = keyof Texts['history']['kind']
const TENTH_MS = 100
const TENTHS = 10
const isKind = (kind: string): kind is Kind => kind in LANGUAGES.en.history.kind

/** The platform's and our own words for a detail; what has none is shown as it is. */
function useDetail(): (entry: TimelineEntry) => string {
  const { t } = useTranslation()
  const locale = useComanda((state) => state.settings?.locale) ?? 'en'
  const texts = LANGUAGES[locale]
  const word = (group: object, key: string): string => String(Object.getOwnPropertyDescriptor(group, key)?.value ?? key)
  return ({ kind, detail = '' }) => {
    switch (kind) {
      case 'tapped':
        return `${word(texts.action, detail)} · ${t('history.thisScreen')}`
      case 'accepted-automatically':
      case 'undone':
      case 'sent':
      case 'confirmed':
        return word(texts.action, detail)
      case 'received':
      case 'read':
        return word(texts.status, detail)
      case 'conflict':
        return word(texts.conflict, detail)
      case 'cancelled':
        return word(texts.cancel.code, detail)
      case 'rang':
      case 'rang-long':
      case 'rang-last-call':
      case 'rang-until':
      case 'beeped': {
        const [cause = '', times] = detail.split(' ')
        const words = { new: texts.alarm.testNew, start: texts.lane.scheduled, cancelled: texts.status.CANCELLED }
        return times === undefined ? word(words, cause) : `${word(words, cause)} · ${times}×`
      }
      default:
        return detail
    }
  }
}

/** Entries have no names of their own, and a timeline only ever grows at its end: their places name them. */
const withKeys = (story: readonly TimelineEntry[]) => story.map((entry, place) => ({ key: place, entry }))

/** What happened to an order and how long after it was received, for a dispute or out of curiosity. */
export function OrderStory({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { bridge } = useWindowParts()
  const detailOf = useDetail()
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
      {withKeys(story).map(({ key, entry }) => (
        <li key={key} data-kind={entry.kind}>
          <span>{formats.time(entry.at)}</span>
          <span>{sinceReceived(entry.at)}</span>
          <span>
            <strong>{isKind(entry.kind) ? t(`history.kind.${entry.kind}`) : entry.kind}</strong>{' '}
            <bdi>{detailOf(entry)}</bdi>
          </span>
        </li>
      ))}
    </ol>
  )
}
