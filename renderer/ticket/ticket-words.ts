import { useMemo } from 'react'
import { type KitchenWords, kitchenWordsOf } from '../../shared/ticket/kitchen-words.ts'
import type { NodeWords } from '../../shared/ticket/ticket-tree.ts'
import { useFormats, useWords } from '../ui/window/window-parts.ts'
import { useTicketSettings } from './ticket-settings.ts'
import { orderTypeWord } from './words.ts'

/** The words that the kitchen looks for. */
export const useKitchenWords = (): KitchenWords => kitchenWordsOf(useTicketSettings())

/** The product's words for the texts of a ticket. */
export function useNodeWords(): NodeWords {
  const t = useWords()
  const { quantity, when } = useFormats()
  const { allergy } = useKitchenWords()
  return useMemo(
    () => ({
      quantity,
      allergy,
      unnamed: t('ticket.unnamed'),
      removal: t('ticket.removal'),
      each: t('ticket.each'),
      was: t('ticket.was'),
      notMade: t('ticket.notMade'),
      typeName: (code: string) =>
        code === 'DINE_IN' || code === 'TAKEAWAY' ? t(`consumption.${code}`) : orderTypeWord(t, code),
      // With its day.
      dueText: (at: number) => t('ticket.due', { time: when(at, 0) }),
      startText: (at: number) => t('ticket.startAt', { time: when(at, 0) }),
      change: {
        added: t('ticket.change.added'),
        removed: t('ticket.change.removed'),
        changed: t('ticket.change.changed'),
      },
    }),
    [t, quantity, when, allergy],
  )
}
