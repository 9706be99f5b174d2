import type { TFunction } from 'i18next'
import type { Freshness, FreshnessState, Trouble } from '../../../shared/time/freshness.ts'
import { setupHeading } from '../../../shared/time/setup-heading.ts'
import { freshnessNow } from '../../store/freshness-now.ts'
import { useComanda, useFormats, useTick, useWords } from './window-parts.ts'

const useFreshness = (): Freshness => useComanda((store) => store.connection.freshness)

/** The state of the board's freshness now. */
export function useFreshnessState(): FreshnessState {
  const freshness = useFreshness()
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

/** The state now, the age of the last check (empty: there was none), and both in words. */
function useStateAndAge(freshness: Omit<Freshness, 'connections'>) {
  const t = useWords()
  const formats = useFormats()
  const { checkedAt, trouble } = freshness
  const state = useTick((now) => freshnessNow(freshness, now))
  const age = useTick((now) => (checkedAt === undefined ? '' : formats.duration(Math.max(0, now - checkedAt))))
  const checked = age === '' ? undefined : t('freshness.checked', { age })
  return { t, state, age, checked, words: wordsOf(t, state, age, trouble) }
}

/** The state in words, for the badge. */
export const useFreshnessWords = (): string => useStateAndAge(useFreshness()).words

export type ConnectionFreshness = NonNullable<Freshness['connections']>[number]

/** One of several connections: its state now, in words, and what staff can do. */
export function useConnectionWords(connection: ConnectionFreshness) {
  const { t, state, checked, words } = useStateAndAge(connection)
  const { trouble } = connection
  return {
    state,
    words: state === 'fresh' ? (checked ?? words) : words,
    advice: trouble === undefined ? t('freshness.waiting') : t(`trouble.${trouble}`),
  }
}

/** The words in place of "nothing here" on a board that was not checked just now. */
export function useUncheckedWords(): string {
  const freshness = useFreshness()
  const { t, state, age, checked, words } = useStateAndAge(freshness)
  const { connection } = freshness
  const isFirstContact = age === '' && (state === 'stale' || state === 'offline')
  if (isFirstContact)
    return connection === undefined ? t('freshness.staleNever') : t('freshness.noContact', { name: connection })
  const said = state === 'late' ? (checked ?? words) : words
  return connection === undefined || state === 'fresh' ? said : `${connection}: ${said}`
}

/** What staff can do about it. */
export function useAdvice(): string {
  const t = useWords()
  const { trouble } = useFreshness()
  return trouble === undefined ? t('freshness.waiting') : t(`trouble.${trouble}`)
}
