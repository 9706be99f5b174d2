import { noteParts } from '../../shared/allergy.ts'
import type { Formats } from '../../shared/formats.ts'
import { foreign, type Html, html } from '../../shared/html.ts'
import type { Texts } from '../../shared/i18n/texts.ts'
import type { Ticket, TicketLine, TicketOption } from '../../shared/ticket.ts'
import { itemName } from '../../shared/visible-text.ts'

/** Parts of a ticket as HTML, for the pages that the main process makes itself: paper and the safe page. Pure. */

/** Fills `{{name}}` in a text of the product. */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '')

/** The word of a code, or the code itself. Reads own members only: a platform may send `constructor`. */
export const wordOf = (texts: object, key: string): string =>
  String(Object.getOwnPropertyDescriptor(texts, key)?.value ?? key)

/** The parts that are there and not empty. */
export const nonEmpty = (parts: readonly (string | undefined)[]): readonly string[] =>
  parts.flatMap((part) => (part === undefined || part === '' ? [] : [part]))

/** Time, formats and words for drawing a ticket. */
export type RenderContext = {
  /** Epoch ms of the platform's clock. */
  readonly now: number
  readonly formats: Formats
  readonly texts: Texts
  readonly allergyWords: readonly string[]
}

/** A note; words that may be an allergy are marked, with a text that states it. */
export function noteHtml(text: string, { allergyWords, texts }: RenderContext): Html {
  const parts = noteParts(text, allergyWords)
  const warns = parts.some((part) => part.warns)
  return html`
    <div class="note${warns ? ' warns' : ''}">
      ${warns ? html`${texts.ticket.allergy + texts.ticket.allergyInNotes}<br>` : ''}
      <bdi>${parts.map((part) => (part.warns ? html`<mark>${part.text}</mark>` : html`${part.text}`))}</bdi>
    </div>`
}

/** A paragraph that staff must not overlook. */
export const warningHtml = (text: string): Html => html`<p class="note warns">${text}</p>`

/** Which part of an order is too long for its ticket, in words; nothing when the ticket holds the whole order. */
export function leftOutWords(
  { moreLines, moreCharacters }: Ticket,
  { texts, formats }: RenderContext,
): readonly string[] {
  const number = (count: number) => ({ number: formats.whole(count) })
  return nonEmpty([
    moreLines === undefined ? undefined : fillTemplate(texts.whole.moreLines, number(moreLines)),
    moreCharacters === undefined ? undefined : fillTemplate(texts.whole.moreCharacters, number(moreCharacters)),
  ])
}

/** Why an order was cancelled, in words or as the platform's code. */
export const cancellationReason = (
  { reason, code }: NonNullable<Ticket['cancelled']>,
  { texts }: RenderContext,
): string => reason ?? (code === undefined ? texts.stop.noReason : wordOf(texts.cancel.code, code))

/** The order's type; an order that was not read has none. */
export const typeWord = ({ orderType }: Ticket, { texts }: RenderContext): string =>
  orderType === '' ? texts.orderType.unknown : wordOf(texts.orderType, orderType)

function optionsHtml(list: readonly TicketOption[], context: RenderContext): Html {
  if (list.length === 0) return html``
  const items = list.map(({ name, quantity, notes, options: inner }) => {
    const count = quantity === 1 ? '' : `${context.formats.quantity(quantity, undefined)} `
    return html`
      <li>
        <div class="option">${count}${foreign(itemName(name, context.texts.ticket.unnamed))}</div>
        ${notes === undefined ? '' : noteHtml(notes, context)}
        ${optionsHtml(inner, context)}
      </li>`
  })
  return html`<ul class="options">${items}</ul>`
}

/** A line with its options and notes, as a list item. */
export function lineHtml(
  { name, quantity, unit, notes, options: inner, struck }: TicketLine,
  context: RenderContext,
): Html {
  return html`
    <li${struck ? html` class="struck"` : ''}>
      <div class="line">
        <span>${context.formats.quantity(quantity, unit)}</span>
        <div>${foreign(itemName(name, context.texts.ticket.unnamed))}${struck ? ` (${context.texts.paper.done})` : ''}</div>
      </div>
      ${optionsHtml(inner, context)}
      ${notes === undefined ? '' : noteHtml(notes, context)}
    </li>`
}
