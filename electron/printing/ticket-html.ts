import type { Settings } from '../../shared/contract/settings.ts'
import { firstName } from '../../shared/text/first-name.ts'
import { createFormats, type Formats } from '../../shared/text/formats.ts'
import { type Html, html } from '../../shared/text/html.ts'
import { placeWords } from '../../shared/text/place-words.ts'
import { withUnits } from '../../shared/text/with-units.ts'
import { fillTemplate, wordOf } from '../../shared/text/words-of.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import type { Texts } from '../../shared/texts/texts.ts'
import { isSeveral } from '../../shared/ticket/is-several.ts'
import { type KitchenWords, kitchenWordsOf } from '../../shared/ticket/kitchen-words.ts'
import { shortId } from '../../shared/ticket/short-id.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { shownLines } from '../../shared/ticket/ticket-cut.ts'
import {
  courierNodes,
  lineNode,
  type NodeWords,
  nodeParts,
  noteNodes,
  REMOVAL_SIGN,
  removedNodes,
  type TicketNode,
} from '../../shared/ticket/ticket-tree.ts'
import { warningsOf } from '../../shared/ticket/ticket-warnings.ts'
import { twinsOf } from '../../shared/ticket/twins.ts'

/** Parts of a ticket as HTML, for the pages that the main process makes itself: paper and the safe page. Pure. */

const MAX_ID_CHARACTERS = 40

/** The parts that are there and not empty. */
export const nonEmpty = (parts: readonly (string | undefined)[]): readonly string[] =>
  parts.flatMap((part) => (part === undefined || part === '' ? [] : [part]))

/** Where an order comes from, and for whom it is. @param board for a shop's name where several are on it */
export const originWords = (ticket: Ticket, board: readonly Ticket[], texts: Texts): readonly string[] =>
  nonEmpty([
    ticket.connection?.name,
    ...placeWords(ticket, texts),
    isSeveral(board, 'merchantName') ? ticket.merchantName : undefined,
    ticket.channel,
    ticket.brand,
    ticket.customerName === undefined ? undefined : firstName(ticket.customerName),
  ])

/** Time, formats and words for drawing a ticket. */
export type RenderContext = {
  /** Epoch ms of the platform's clock. */
  readonly now: number
  readonly formats: Formats
  readonly texts: Texts
  readonly kitchenWords: KitchenWords
  readonly nodeWords: NodeWords
}

/** Time, formats and words for these settings. @param now epoch ms of the platform's clock */
export function renderContextOf(settings: Settings, now: number): RenderContext {
  const texts = LANGUAGES[settings.locale]
  const formats = createFormats(settings.locale, settings.dialect.money)
  const kitchenWords = kitchenWordsOf(settings)
  const { unnamed, removal, each, notMade, change, was } = texts.ticket
  const nodeWords = {
    ...formats,
    ...{ unnamed, removal, each, notMade, change, was, allergy: kitchenWords.allergy },
    typeName: (code: string) => wordOf({ ...texts.orderType, ...texts.consumption }, code),
    dueText: (at: number) => fillTemplate(texts.ticket.due, { time: formats.when(at, 0) }),
    startText: (at: number) => fillTemplate(texts.ticket.startAt, { time: formats.when(at, 0) }),
  }
  return { now, formats, texts, kitchenWords, nodeWords }
}

const changeClass = ({ change }: TicketNode): string => (change === undefined ? '' : ` ${change}`)

/** The text of a node. Marked words, the platform's texts, and in front of a removal a sign. */
const textHtml = (node: TicketNode, { nodeWords }: RenderContext): Html =>
  html`${nodeParts(node, nodeWords).map(({ role, pieces }) => {
    const marked = pieces.map(({ text, warns }) => (warns ? html`<mark>${text}</mark>` : html`${withUnits(text)}`))
    return role === 'text' || role === 'group' || role === 'was'
      ? html`<bdi>${marked}</bdi>`
      : html`<strong>${marked}</strong>`
  })}`

/** A note, or an option with words that may be an allergy: they are marked, with a text that states it. */
function noteHtml(node: TicketNode, context: RenderContext): Html {
  const { ticket } = context.texts
  return html`
    <div class="note${node.warns ? ' warns' : ''}${changeClass(node)}">
      ${node.warns ? html`${ticket.allergy + ticket.allergyFound}<br>` : ''}
      ${textHtml(node, context)}
    </div>`
}

/** The notes of the whole order, those for the courier last. */
export const notesHtml = (ticket: Ticket, context: RenderContext): Html =>
  html`${[...noteNodes(ticket, context.kitchenWords), ...courierNodes(ticket, context.kitchenWords)].map((node) =>
    noteHtml(node, context),
  )}`

/** A paragraph that staff must not overlook. */
export const warningHtml = (text: string): Html => html`<p class="note warns">${text}</p>`

/** What staff must check in the platform's portal. */
export const warningsHtml = (ticket: Ticket, { texts }: RenderContext): Html =>
  html`${warningsOf(ticket).map((warning) => warningHtml(texts.ticket[warning]))}`

/** Which part of an order is too long for its ticket, in words; nothing when the ticket holds the whole order. */
export function leftOutWords(ticket: Ticket, { texts, formats }: RenderContext): readonly string[] {
  const { moreCharacters } = ticket
  const { more } = shownLines(ticket.lines, ticket)
  const number = (count: number) => ({ number: formats.whole(count) })
  return nonEmpty([
    more === 0 ? undefined : fillTemplate(texts.whole.moreLines, number(more)),
    moreCharacters === undefined ? undefined : fillTemplate(texts.whole.moreCharacters, number(moreCharacters)),
  ])
}

/** Whether another order of the board has the same number or name. */
export function twinsHtml({ orderId, displayId }: Ticket, board: readonly Ticket[], { texts }: RenderContext): Html {
  const twins = twinsOf(board).get(orderId)
  const { sameNumber, sameName } = texts.ticket
  const words = nonEmpty([
    twins?.hasSameNumber ? fillTemplate(sameNumber, { displayId: shortId(displayId, MAX_ID_CHARACTERS) }) : undefined,
    twins && twins.names.length > 0 ? fillTemplate(sameName, { displayIds: twins.names.join(', ') }) : undefined,
  ])
  return html`${words.map((text) => html`<p><strong>${text}</strong></p>`)}`
}

/** Why an order was cancelled, in words or as the platform's code. */
export const cancellationReason = (
  { reason, code }: NonNullable<Ticket['cancelled']>,
  { texts }: RenderContext,
): string => reason ?? (code === undefined ? texts.stop.noReason : wordOf(texts.cancel.code, code))

/** The order's type; an order that was not read has none. */
export const typeWord = ({ orderType }: Ticket, { texts }: RenderContext): string =>
  orderType === '' ? texts.orderType.unknown : wordOf(texts.orderType, orderType)

const optionHtml = (node: TicketNode, context: RenderContext): Html =>
  node.warns
    ? noteHtml(node, context)
    : html`<div class="option ${node.kind}${changeClass(node)}">${node.kind === 'removal' ? `${REMOVAL_SIGN} ` : ''}${textHtml(node, context)}</div>`

/** Options as a list, then notes. */
function childrenHtml(nodes: readonly TicketNode[], context: RenderContext): Html {
  const options = nodes.filter(({ kind }) => kind !== 'note')
  const notes = nodes.filter(({ kind }) => kind === 'note')
  const list = options.map((node) => html`<li>${optionHtml(node, context)}${childrenHtml(node.children, context)}</li>`)
  return html`
    ${list.length === 0 ? '' : html`<ul class="options">${list}</ul>`}
    ${notes.map((node) => noteHtml(node, context))}`
}

function itemHtml(node: TicketNode, isStruck: boolean, context: RenderContext, unread: Html = html``): Html {
  const done = isStruck ? ` (${context.texts.paper.done})` : ''
  return html`
    <li${isStruck ? html` class="struck"` : ''}>
      <div class="line${changeClass(node)}">${textHtml(node, context)}${done}</div>
      ${childrenHtml(node.children, context)}
      ${unread}
    </li>`
}

/** The lines with their options and notes, then those that the order no longer has. */
export function linesHtml(ticket: Ticket, context: RenderContext): Html {
  const lines = shownLines(ticket.lines, ticket).shown.map((line) => {
    const unread = line.unreadParts === undefined ? html`` : warningHtml(context.texts.ticket.unreadItem)
    const again = context.texts.marks.isAgain
    const named = line.again === undefined ? line : { ...line, name: `${again}: ${line.name}` }
    return itemHtml(lineNode(named, context.kitchenWords), line.struck, context, unread)
  })
  const removed = removedNodes(ticket, context.kitchenWords).map((node) => itemHtml(node, false, context))
  return html`<ul class="lines">${lines}${removed}</ul>`
}
