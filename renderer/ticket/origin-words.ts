import type { ChannelColor } from '../../shared/contract/values.ts'
import { channelWord } from '../../shared/text/channel-word.ts'
import { firstName } from '../../shared/text/first-name.ts'
import { placeWords } from '../../shared/text/place-words.ts'
import { shortId } from '../../shared/ticket/short-id.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { useWords } from '../ui/window/window-parts.ts'
import { useBoardFacts } from './ticket-settings.ts'

/** A longer name would take the room of the dishes: its beginning and its end are in the last line. */
const MAX_WORD = 60

/** More characters need the whole row: then the mark of the last tap is in the head. */
const BESIDE_MARK = 16

type OriginWord = { readonly kind: string; readonly word: string; readonly color?: ChannelColor | undefined }

/** The platform where there are several, channel and customer; the guest's table, and the shop where several are on one board. */
export function useOriginWords(ticket: Ticket): readonly OriginWord[] {
  const t = useWords()
  const severalShops = useBoardFacts().shops.size > 0
  const { merchantName, brand, channel, customerName } = ticket
  const texts = { place: t('place', { returnObjects: true }), consumption: t('consumption', { returnObjects: true }) }
  return [
    ['connection', ticket.connection?.name] as const,
    ...placeWords(ticket, texts).map((word) => [word, word] as const),
    ['shop', severalShops ? merchantName : undefined],
    ['brand', brand],
    ['channel', channel],
    ['customer', customerName === undefined ? undefined : firstName(customerName)],
  ].flatMap(([kind, word]) =>
    kind === undefined || word === undefined
      ? []
      : [{ kind, word: shortId(word, MAX_WORD), color: kind === 'connection' ? ticket.connection?.color : undefined }],
  )
}

/** Whether the last line needs its whole row. */
export const needsRow = (words: readonly OriginWord[]): boolean =>
  words.map(({ kind, word }) => (kind === 'channel' ? channelWord(word) : word)).join(' · ').length > BESIDE_MARK
