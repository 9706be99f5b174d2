import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../shared/i18n/languages.ts'
import { LOCALES } from '../../../shared/settings.ts'
import { timelineWords } from '../../../shared/timeline-words.ts'

const ALARM_KINDS = ['rang', 'rang-long', 'rang-last-call', 'rang-until', 'beeped'] as const
/** Words with the same first letters count as one word: "tocou" and "tocado". */
const STEM_LETTERS = 3
const MIN_LETTERS = 4

const stems = (words: string): readonly string[] =>
  words
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .split(/[^a-z]+/)
    .filter((word) => word.length >= MIN_LETTERS)
    .map((word) => word.slice(0, STEM_LETTERS))

/** Event types of the platform: docs of the protocol, `GET /events:polling`. */
const EVENT_TYPES = [
  'CREATED',
  'CONFIRMED',
  'PREPARATION_REQUESTED',
  'PREPARING',
  'READY_FOR_PICKUP',
  'PICKUP_ONGOING',
  'RIDER_ARRIVED_AT_STORE',
  'DISPATCHED',
  'ORDER_COLLECTED',
  'DELIVERY_ONGOING',
  'ARRIVED_AT_CUSTOMER',
  'DELIVERED',
  'CANCELLATION_REQUESTED',
  'CANCELLATION_REQUEST_ACCEPTED',
  'CANCELLATION_REQUEST_DENIED',
  'CANCELLED',
  'CONCLUDED',
]

describe.each(LOCALES)('the words of a timeline in %s', (locale) => {
  const texts = LANGUAGES[locale]

  it('use different words for the alarm and for a tap', () => {
    const tapped = new Set(stems(texts.history.kind.tapped))
    expect(tapped.size).toBeGreaterThan(0)
    const shared = ALARM_KINDS.flatMap((kind) => stems(texts.history.kind[kind]).filter((stem) => tapped.has(stem)))
    expect(shared).toEqual([])
  })

  it('are different for all kinds of entries', () => {
    const words = Object.values(texts.history.kind)
    expect(new Set(words).size).toBe(words.length)
  })

  it.each(EVENT_TYPES)('explain the event %s in both spellings', (type) => {
    const { detail } = timelineWords(texts, { kind: 'received', detail: type })
    expect(detail).not.toMatch(/[A-Z]_|^[A-Z]{4,}$/)
    expect(timelineWords(texts, { kind: 'received', detail: `ORDER_${type}` }).detail).toBe(detail)
  })
})

describe('an entry of a timeline', () => {
  it.each([
    ['tapped', 'confirm', 'Botão tocado', 'Aceitar · nesta tela'],
    ['rang-until', 'new 3', 'Alarme soou pela última vez', 'Pedido novo · 3×'],
    ['line-struck', '2× Pastel', 'Item riscado', '2× Pastel'],
    ['shown', undefined, 'Mostrado', ''],
    ['read', 'READY', 'Lido', 'Pronto'],
  ])('%s of %s has a text', (kind, detail, what, words) => {
    expect(timelineWords(LANGUAGES['pt-BR'], { kind, detail })).toEqual({ what, detail: words })
  })

  it.each(['constructor', 'toString', '__proto__', 'SOMETHING_NEW'])('shows the unknown name %s unchanged', (name) => {
    expect(timelineWords(LANGUAGES.en, { kind: name, detail: name })).toEqual({ what: name, detail: name })
    for (const kind of ['tapped', 'received', 'read', 'conflict', 'cancelled', 'rang']) {
      expect(timelineWords(LANGUAGES.en, { kind, detail: name }).detail).toContain(name)
    }
  })
})

describe.each(LOCALES)("the shop's rules and the delay alarm in %s", (locale) => {
  const texts = LANGUAGES[locale]

  it('have their own words, and no code remains', () => {
    expect(timelineWords(texts, { kind: 'accepted-automatically', detail: 'confirm' })).toEqual({
      what: texts.history.kind['accepted-automatically'],
      detail: texts.action.confirm,
    })
    expect(timelineWords(texts, { kind: 'delay-alarm' })).toEqual({
      what: texts.history.kind['delay-alarm'],
      detail: '',
    })
    expect(timelineWords(texts, { kind: 'delay-alarm', detail: 'beeped' }).detail).toBe(texts.history.kind.beeped)
    expect(timelineWords(texts, { kind: 'conflict', detail: 'expired' }).detail).toBe(texts.conflict.expired)
  })
})
