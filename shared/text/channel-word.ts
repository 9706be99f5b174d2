import { folded } from './folded-text.ts'

/** Sales channels whose names are no words, by their folded letters and digits. */
const KNOWN: ReadonlyMap<string, string> = new Map(
  [
    'iFood',
    'WhatsApp',
    'Uber Eats',
    '99Food',
    'aiqfome',
    'Balcão',
    'Salão',
    'QR Code',
    'PedidosYa',
    'PDV',
    'POS',
    'API',
  ].map((word) => [lettersOf(word), word]),
)

function lettersOf(text: string): string {
  return folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u

/** A code in capitals or with lines as words: "FOOD_COURT" is "Food court". A name stays as the platform writes it. */
function readable(channel: string): string {
  if (!channel.includes('_') && (LOWER.test(channel) || !UPPER.test(channel))) return channel
  const words = channel.replaceAll('_', ' ').replaceAll(/\s+/gu, ' ').trim().toLowerCase()
  const [first = '', ...rest] = words
  return first.toUpperCase() + rest.join('')
}

/** The word for a sales channel: "MARKETPLACE" is "Marketplace". */
export const channelWord = (channel: string): string => KNOWN.get(lettersOf(channel)) ?? readable(channel)
