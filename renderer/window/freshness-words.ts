import type { TFunction } from 'i18next'
import type { Formats } from '../../shared/text/formats.ts'
import type { Freshness, FreshnessState, Trouble } from '../../shared/time/freshness.ts'
import { setupHeading } from '../../shared/time/setup-heading.ts'
import { freshnessNow } from '../store/freshness-now.ts'
import { useComanda, useFormats, useTick, useWords } from './window-parts.ts'

/** The state of the board's freshness now. */
export function useFreshnessState(): FreshnessState {
  const freshness = useComanda((store) => store.connection.freshness)
  return useTick((now) => freshnessNow(freshness, now))
}

/** Whether the board was checked just now. Only then may a text claim that there is nothing. */
export const useIsChecked = (): boolean => useFreshnessState() === 'fresh'

function wordsOf(t: TFunction, state: FreshnessState, age: string, trouble: Trouble | undefined): string {
  switch (state) {
    case 'setup':
      return t(`freshness.${setupHeading(trouble)}`)
    case 'offline':
      return age === '' ? t('freshness.offlineNever') : t('freshness.offline', { age })
    case 'stale':
      return age === '' ? t('freshness.staleNever') : t('freshness.stale', { age })
    case 'late':
      return age === '' ? t('freshness.connecting') : t('freshness.late', { age })
    case 'fresh':
      return t('freshness.fresh')
  }
}

const ageOf = (formats: Formats, { checkedAt }: Freshness, now: number): string =>
  checkedAt === undefined ? '' : formats.duration(Math.max(0, now - checkedAt))

/** The state in words, for the badge. */
export function useFreshnessWords(): string {
  const t = useWords()
  const formats = useFormats()
  const freshness = useComanda((store) => store.connection.freshness)
  const state = useFreshnessState()
  const age = useTick((now) => ageOf(formats, freshness, now))
  return wordsOf(t, state, age, freshness.trouble)
}

export type ConnectionFreshness = NonNullable<Freshness['connections']>[number]

/** One of several connections: its state now, in words, and what staff can do. */
export function useConnectionWords(connection: ConnectionFreshness) {
  const t = useWords()
  const formats = useFormats()
  const state = useTick((now) => freshnessNow(connection, now))
  const age = useTick((now) => ageOf(formats, connection, now))
  const { trouble } = connection
  return {
    state,
    words: state === 'fresh' && age !== '' ? t('freshness.checked', { age }) : wordsOf(t, state, age, trouble),
    advice: trouble === undefined ? t('freshness.waiting') : t(`trouble.${trouble}`),
  }
}

/** The words in place of "nothing here" on a board that was not checked just now. */
export function useUncheckedWords(): string {
  const t = useWords()
  const formats = useFormats()
  const freshness = useComanda((store) => store.connection.freshness)
  const state = useFreshnessState()
  const age = useTick((now) => ageOf(formats, freshness, now))
  const { connection, trouble } = freshness
  const isFirstContact = age === '' && (state === 'stale' || state === 'offline')
  if (isFirstContact)
    return connection === undefined ? t('freshness.staleNever') : t('freshness.noContact', { name: connection })
  const words = state === 'late' && age !== '' ? t('freshness.checked', { age }) : wordsOf(t, state, age, trouble)
  return connection === undefined || state === 'fresh' ? words : `${connection}: ${words}`
}

/** What staff can do about it. */
export function useAdvice(): string {
  const t = useWords()
  const trouble = useComanda((store) => store.connection.freshness.trouble)
  return trouble === undefined ? t('freshness.waiting') : t(`trouble.${trouble}`)
}
