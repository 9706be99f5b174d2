import { itemName } from '../../shared/text/visible-text.ts'
import { useWords } from './window-parts.ts'

/** Returns the function that gives the name of an item or an option, with words in place of a blank one. */
export function useItemName(): (name: string) => string {
  const t = useWords()
  return (name) => itemName(name, t('ticket.unnamed'))
}
