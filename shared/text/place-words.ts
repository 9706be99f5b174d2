import { ownValue } from '../own-value.ts'
import type { BoardTexts } from '../texts/texts.ts'
import type { Ticket } from '../ticket/ticket.ts'

/** Where the guest of an on-premises order is, and whether it is taken away: "Mesa 12", "Para viagem". Shown from the start. */
export function placeWords(
  { place, consumption }: Pick<Ticket, 'place' | 'consumption'>,
  texts: Pick<BoardTexts, 'place' | 'consumption'>,
): readonly string[] {
  const where = place && `${ownValue<string>(texts.place, place.mode ?? '') ?? texts.place.unknown} ${place.identifier}`
  const how = consumption && (ownValue<string>(texts.consumption, consumption) ?? consumption)
  return [where, how].filter((text) => text !== undefined)
}
