import { ChefHat, CircleMinus, OctagonAlert, StickyNote, TriangleAlert } from 'lucide-react'
import { memo, useContext, useMemo, useState } from 'react'
import { withUnits } from '../../shared/text/with-units.ts'
import type { Ticket, TicketLine } from '../../shared/ticket/ticket.ts'
import { shownLines } from '../../shared/ticket/ticket-cut.ts'
import {
  lineNode,
  type NodeChange,
  type NodePart,
  nodeParts,
  nodeText,
  noteNodes,
  removedNodes,
  type TicketNode,
} from '../../shared/ticket/ticket-tree.ts'
import { LONG_NOTE } from '../places/estimate.ts'
import { linesFor, stationOf } from '../store/station-lines.ts'
import { useFormats, useWindowParts, useWords } from '../ui/window/window-parts.ts'
import { AgainButton, AgainMark } from './kitchen-marks.tsx'
import { Quantity, type QuantityColumn, useQuantityColumn } from './quantity.tsx'
import { useTicketCall } from './ticket-call.ts'
import { useTicketSettings, WholeOrderContext } from './ticket-settings.ts'
import { useKitchenWords, useNodeWords } from './ticket-words.ts'

/** Without the notes of its dish: at the smallest form options are counted. */
const countOf = (nodes: readonly TicketNode[]): number =>
  nodes.reduce((sum, node) => sum + (node.kind === 'note' ? 0 : 1 + countOf(node.children)), 0)

/** The notes of a dish and its options, and the options about an allergy. */
const remarksOf = (nodes: readonly TicketNode[]): readonly TicketNode[] =>
  nodes.flatMap((node) => [
    ...(node.kind === 'note' || node.warns ? [{ ...node, children: [] }] : []),
    ...remarksOf(node.children),
  ])

const CHANGE_SIGNS: Readonly<Record<NodeChange, string>> = { added: '+', removed: '−', changed: '' }

/** Assistive technology reads the word. */
function ChangeSign({ change }: { readonly change: NodeChange | undefined }) {
  const { change: words } = useNodeWords()
  return change === undefined ? null : (
    <span className="change-sign">
      <span aria-hidden>{CHANGE_SIGNS[change]}</span>
      <span className="visually-hidden">{words[change]} </span>
    </span>
  )
}

/** Whether the line or anything in it changed. */
const hasChanged = ({ change, children }: TicketNode): boolean => change !== undefined || children.some(hasChanged)

/** The name of a dish. Its quantity stands before it. */
function DishName({ node }: { readonly node: TicketNode }) {
  return <NodeText node={{ ...node, quantity: undefined }} />
}

/** A part of the dish that cannot be read: all of it is in the platform's portal. */
function UnreadItem({ line }: { readonly line: TicketLine }) {
  const t = useWords()
  return line.unreadParts === undefined ? null : (
    <p className="unread-item" data-warning="unreadItem">
      <TriangleAlert aria-hidden />
      {t('ticket.unreadItem')}
    </p>
  )
}

function LineText({ line }: { readonly line: TicketLine }) {
  const words = useKitchenWords()
  const node = useMemo(() => lineNode(line, words), [line, words])
  return (
    <>
      <AgainMark line={line} />
      <ChangeSign change={node.change} />
      <Quantity of={line} />{' '}
      <div className="line-text" data-changed={hasChanged(node) || undefined}>
        <p data-change={node.change}>
          {node.warns ? <TicketNote node={{ ...node, quantity: undefined }} /> : <DishName node={node} />}
        </p>
        <NodeChildren nodes={node.children} />
        <UnreadItem line={line} />
      </div>
    </>
  )
}

/** A line that a tap strikes through. It is drawn at once, and corrected when the main process refuses the tap. */
const StrikableLine = memo(function StrikableLine({
  orderId,
  line,
}: {
  readonly orderId: string
  readonly line: TicketLine
}) {
  const t = useWords()
  const words = useKitchenWords()
  const nodeWords = useNodeWords()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  const isOpened = useContext(WholeOrderContext)
  const [wanted, setWanted] = useState<boolean>()
  const struck = wanted ?? line.struck
  if (wanted !== undefined && wanted === line.struck) setWanted(undefined)
  const strike = async (): Promise<void> => {
    setWanted(!struck)
    const isDone = await call(() => bridge.call['order:strike-line']({ orderId, lineId: line.lineId, struck: !struck }))
    if (!isDone) setWanted(undefined)
  }
  return (
    <li className="line" data-line-id={line.lineId} data-struck={struck || undefined}>
      <LineText line={line} />
      <button
        type="button"
        className="strike"
        aria-pressed={struck}
        aria-label={t('ticket.strikeLine', { line: nodeText(lineNode(line, words), nodeWords) })}
        onClick={() => void strike()}
      />
      {isOpened && line.again === undefined && !('part' in line) ? <AgainButton orderId={orderId} line={line} /> : null}
    </li>
  )
})

/** Counts the lines of the other stations, so that the ticket does not look complete. */
function OtherStations({ count, open }: { readonly count: number; readonly open: number }) {
  const t = useWords()
  if (count === 0) return null
  return (
    <p className="other-stations" data-open={open}>
      <ChefHat aria-hidden />
      <span className="other-words" data-longest={t('station.othersOpen', { count })}>
        <span>{open === 0 ? t('station.othersDone') : t('station.othersOpen', { count: open })}</span>
      </span>
    </p>
  )
}

/** Lines that the order no longer has, until staff touch the ticket. */
function RemovedLines({ ticket, column }: { readonly ticket: Ticket; readonly column: QuantityColumn }) {
  const nodes = removedNodes(ticket, useKitchenWords()).map((node, index) => ({ node, key: `${index}` }))
  if (nodes.length === 0) return null
  return (
    <ul className="lines" {...column} data-signs>
      {nodes.map(({ node, key }) => (
        <li key={key} className="line" data-change={node.change}>
          <ChangeSign change={node.change} />
          <Quantity of={{ ...node, quantity: node.quantity === 'unknown' ? undefined : node.quantity }} />{' '}
          <div className="line-text" data-changed>
            <p>
              <DishName node={node} />
            </p>
            <NodeChildren nodes={node.children} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function OrderNotes({ nodes }: { readonly nodes: readonly TicketNode[] }) {
  const t = useWords()
  if (nodes.length === 0) return null
  return (
    <div className="order-notes">
      <span className="visually-hidden">{t('ticket.notes')}</span>
      <NodeChildren nodes={nodes} />
    </div>
  )
}

type BodyProps = { readonly ticket: Ticket }

/** The notes of an order: those about an allergy come first, the others last. */
function useOrderNotes(ticket: Ticket) {
  const nodes = noteNodes(ticket, useKitchenWords())
  return { allergies: nodes.filter(({ warns }) => warns), others: nodes.filter(({ warns }) => !warns) }
}

/** All text of an order: dishes with options and notes. A long name wraps. */
export const WholeBody = memo(function WholeBody({ ticket }: BodyProps) {
  const settings = useTicketSettings()
  const isOpened = useContext(WholeOrderContext)
  const { allergies, others: otherNotes } = useOrderNotes(ticket)
  const isWorkedOn = ticket.lane !== 'done' && !ticket.cancelled
  const { own, others, openElsewhere } = linesFor(ticket, stationOf(settings), settings?.stations ?? [])
  // An opened order, or one without a line of this station, also shows what the other stations cook.
  const elsewhere = isOpened || own.length === 0 ? others : []
  const { shown, more } = shownLines(own, ticket)
  const aside = shownLines(elsewhere, { moreLines: more })
  const column = useQuantityColumn([...shown, ...aside.shown, ...(ticket.changes?.removed ?? [])])
  return (
    <>
      <OrderNotes nodes={allergies} />
      <ul className="lines" {...column} data-signs={ticket.changes !== undefined || undefined}>
        {shown.map((line) =>
          isWorkedOn ? (
            <StrikableLine key={line.lineId} orderId={ticket.orderId} line={line} />
          ) : (
            <li key={line.lineId} className="line" data-line-id={line.lineId}>
              <LineText line={line} />
            </li>
          ),
        )}
        {aside.shown.map((line) => (
          <li key={line.lineId} className="line line-elsewhere" data-struck={line.struck || undefined}>
            <LineText line={line} />
          </li>
        ))}
      </ul>
      <RemovedLines ticket={ticket} column={column} />
      <MoreOfOrder ticket={ticket} moreLines={aside.more} />
      <OtherStations count={others.length} open={openElsewhere} />
      <OrderNotes nodes={otherNotes} />
    </>
  )
})

function NameOfLine({ line }: { readonly line: TicketLine }) {
  const formats = useFormats()
  const words = useKitchenWords()
  const node = useMemo(() => lineNode(line, words), [line, words])
  const count = countOf(node.children)
  return (
    <li className="line" data-struck={line.struck || undefined}>
      <AgainMark line={line} />
      <ChangeSign change={node.change} />
      <Quantity of={line} />{' '}
      <div className="line-text" data-changed={hasChanged(node) || undefined}>
        <p className="name" data-change={node.change}>
          <DishName node={node} />
          {count === 0 ? null : <span className="option-count"> +{formats.whole(count)}</span>}
        </p>
        {remarksOf(node.children).map((remark, index) => {
          // The same note may occur twice, and remarks are never reordered.
          const key = `${index}`
          return <TicketNote key={key} node={remark} />
        })}
        <UnreadItem line={line} />
      </div>
    </li>
  )
}

/** Dishes with quantities, and all notes. Options are counted. */
export const NamesBody = memo(function NamesBody({ ticket }: BodyProps) {
  const settings = useTicketSettings()
  const { allergies, others: otherNotes } = useOrderNotes(ticket)
  const { own, others, openElsewhere } = linesFor(ticket, stationOf(settings), settings?.stations ?? [])
  const { shown, more } = shownLines(own.length === 0 ? others : own, ticket)
  const column = useQuantityColumn([...shown, ...(ticket.changes?.removed ?? [])])
  return (
    <>
      <OrderNotes nodes={allergies} />
      <ul className="lines names" {...column} data-signs={ticket.changes !== undefined || undefined}>
        {shown.map((line) => (
          <NameOfLine key={line.lineId} line={line} />
        ))}
      </ul>
      <RemovedLines ticket={ticket} column={column} />
      <MoreOfOrder ticket={ticket} moreLines={more} />
      <OtherStations count={others.length} open={openElsewhere} />
      <OrderNotes nodes={otherNotes} />
    </>
  )
})

/** A button that counts what the ticket of a large order omits, and opens the whole order. */
function MoreOfOrder({ ticket, moreLines }: { readonly ticket: Ticket; readonly moreLines: number }) {
  const t = useWords()
  const formats = useFormats()
  const { store } = useWindowParts()
  const { orderId, displayId, moreCharacters } = ticket
  if (moreCharacters === undefined && moreLines === 0) return null
  const counts = [
    moreLines === 0 ? undefined : t('whole.moreLines', { number: formats.whole(moreLines) }),
    moreCharacters === undefined ? undefined : t('whole.moreCharacters', { number: formats.whole(moreCharacters) }),
  ].filter((text) => text !== undefined)
  return (
    <button
      type="button"
      className="button more-of-order"
      data-command="open-whole"
      onClick={() => store.getState().openDialog({ kind: 'whole', orderId, displayId })}
    >
      {counts.join(' · ')} · {t('whole.open')}
    </button>
  )
}

/** Options up to this length are not broken. */
const UNBROKEN = 17

/** @param prefix of the class: a dish is larger than its options */
function Part({ part: { role, pieces }, prefix }: { readonly part: NodePart; readonly prefix: 'line' | 'node' }) {
  const marked = pieces.map(({ text, warns }, index) => {
    const key = `${index}`
    return warns ? <mark key={key}>{text}</mark> : <span key={key}>{withUnits(text)}</span>
  })
  const className = role === 'text' ? `${prefix}-name` : `${prefix}-${role}`
  // The sign before the row says it.
  if (role === 'change') return null
  const isForeign = role === 'text' || role === 'group' || role === 'was'
  return isForeign ? <bdi className={className}>{marked}</bdi> : <span className={className}>{marked}</span>
}

type PartsProps = { readonly parts: readonly NodePart[]; readonly prefix: 'line' | 'node' }

/** The parts of one text have no ids, and are never reordered. */
function Parts({ parts, prefix }: PartsProps) {
  return parts.map((part, index) => {
    const key = `${index}`
    return <Part key={key} part={part} prefix={prefix} />
  })
}

/** The text of an item, an option or a note, in its parts. */
function NodeText({ node }: { readonly node: TicketNode }) {
  return <Parts parts={nodeParts(node, useNodeWords())} prefix={node.kind === 'dish' ? 'line' : 'node'} />
}

/** A note, or an option with an allergy word, which is highlighted and labelled. */
function TicketNote({ node }: { readonly node: TicketNode }) {
  const t = useWords()
  const { warns, text } = node
  const Icon = warns ? OctagonAlert : StickyNote
  return (
    <span
      className="note"
      data-allergy={warns || undefined}
      data-change={node.change}
      data-long={text.length > LONG_NOTE || undefined}
    >
      <Icon aria-hidden />
      <span className="note-text">
        <ChangeSign change={node.change} />
        {warns ? (
          <>
            <span className="note-label">{t('ticket.allergy')}</span>
            {/* For assistive technology; on the screen the words are marked. */}
            <span className="visually-hidden">{t('ticket.allergyFound')}</span>
          </>
        ) : null}
        <NodeText node={node} />
      </span>
    </span>
  )
}

/** An option without what is below it. A removal has a sign of its own form. */
function OptionName({ node }: { readonly node: TicketNode }) {
  const parts = nodeParts(node, useNodeWords()).filter(({ role }) => role !== 'change')
  const behind = parts[0]?.role === 'quantity' ? 1 : 0
  const isRemoval = node.kind === 'removal'
  return (
    <span className="option-name" data-hangs={isRemoval || node.change !== undefined || behind > 0 || undefined}>
      <ChangeSign change={node.change} />
      {isRemoval ? <CircleMinus className="removal-sign" aria-hidden /> : null}
      <Parts parts={parts.slice(0, behind)} prefix="node" />
      <span className="option-text">
        <Parts parts={parts.slice(behind)} prefix="node" />
      </span>
    </span>
  )
}

/** An option with everything below it. */
function OptionNode({ node }: { readonly node: TicketNode }) {
  return (
    <span
      className="option"
      data-kind={node.kind}
      data-change={node.change}
      data-parts={node.warns || node.children.length > 0 || undefined}
      data-short={nodeText(node, useNodeWords()).length <= UNBROKEN || undefined}
    >
      {node.warns ? <TicketNote node={node} /> : <OptionName node={node} />}
      <NodeChildren nodes={node.children} />{' '}
    </span>
  )
}

/** The options of an item or an option, then its notes. Keys by position: the same option or note may occur twice. */
function NodeChildren({ nodes }: { readonly nodes: readonly TicketNode[] }) {
  const keyed = nodes.map((node, index) => ({ node, key: `${index}` }))
  const isNote = ({ kind }: TicketNode): boolean => kind === 'note' || kind === 'fact'
  const options = keyed.filter(({ node }) => !isNote(node))
  return (
    <>
      {options.length === 0 ? null : (
        <span className="options">
          {options.map(({ node, key }) => (
            <OptionNode key={key} node={node} />
          ))}
        </span>
      )}
      {keyed.map(({ node, key }) => (isNote(node) ? <TicketNote key={key} node={node} /> : null))}
    </>
  )
}
