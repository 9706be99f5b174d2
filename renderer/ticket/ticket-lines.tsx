import { ChefHat, TriangleAlert } from 'lucide-react'
import { memo, useContext, useMemo, useState } from 'react'
import type { Ticket, TicketLine } from '../../shared/ticket.ts'
import { lineNode, nodeText, noteNodes, removedNodes, type TicketNode } from '../../shared/ticket-tree.ts'
import { linesFor, stationOf } from '../station/station-lines.ts'
import { useWindowParts, useWords } from '../window/window-parts.ts'
import { isLong } from './long-lines.ts'
import { MoreOfOrder } from './more-of-order.tsx'
import { NodeChildren, NodeText } from './node-text.tsx'
import { useTicketCall } from './ticket-call.ts'
import { useTicketSettings, WholeOrderContext } from './ticket-settings.ts'
import { useKitchenWords, useNodeWords } from './ticket-words.ts'

function UnreadItem({ line }: { readonly line: TicketLine }) {
  const t = useWords()
  return line.unreadParts === undefined ? null : (
    <span className="unread-item" data-warning="unreadItem">
      <TriangleAlert aria-hidden />
      {t('ticket.unreadItem')}
    </span>
  )
}

function LineText({ line }: { readonly line: TicketLine }) {
  const words = useKitchenWords()
  return (
    <>
      <DishText node={useMemo(() => lineNode(line, words), [line, words])} />
      <UnreadItem line={line} />
    </>
  )
}

function DishText({ node }: { readonly node: TicketNode }) {
  return (
    <>
      <span className="line-main" data-change={node.change}>
        <NodeText node={node} />
      </span>
      <NodeChildren nodes={node.children} />
    </>
  )
}

/** Lines that the order no longer has, until staff touch the ticket. */
function RemovedLines({ ticket }: { readonly ticket: Ticket }) {
  const nodes = removedNodes(ticket, useKitchenWords()).map((node, index) => ({ node, key: `${index}` }))
  if (nodes.length === 0) return null
  return (
    <ul className="lines">
      {nodes.map(({ node, key }) => (
        <li key={key} className="line">
          <DishText node={node} />
        </li>
      ))}
    </ul>
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
  const [wanted, setWanted] = useState<boolean>()
  const struck = wanted ?? line.struck
  if (wanted !== undefined && wanted === line.struck) setWanted(undefined)
  const strike = async (): Promise<void> => {
    setWanted(!struck)
    const isDone = await call(() => bridge.call['order:strike-line']({ orderId, lineId: line.lineId, struck: !struck }))
    if (!isDone) setWanted(undefined)
  }
  return (
    // The text is the button's label, not its content, because a label can continue in the next column and a button cannot.
    <label className="line" data-line-id={line.lineId} data-struck={struck || undefined}>
      <LineText line={line} />
      <span className="line-mark" aria-hidden />
      <button
        type="button"
        className="strike"
        aria-pressed={struck}
        aria-label={t('ticket.strikeLine', {
          line: nodeText(lineNode(line, words), nodeWords),
        })}
        onClick={() => void strike()}
      />
    </label>
  )
})

/** Counts the lines of the other stations, so that the ticket does not look complete. */
function OtherStations({ count, open }: { readonly count: number; readonly open: number }) {
  const t = useWords()
  if (count === 0) return null
  return (
    <p className="other-stations" data-open={open}>
      <ChefHat aria-hidden />
      {open === 0 ? t('station.othersDone') : t('station.othersOpen', { count: open })}
    </p>
  )
}

/**
 * The lines to cook at this station. A long name wraps. For an order that is too large for a ticket, a button opens the whole
 * order.
 */
export function TicketLines({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const settings = useTicketSettings()
  const words = useKitchenWords()
  const isOpened = useContext(WholeOrderContext)
  const isWorkedOn = ticket.lane !== 'done' && !ticket.cancelled
  const { own, others, openElsewhere } = linesFor(ticket, stationOf(settings), settings?.stations ?? [])
  // An opened order, or one without a line of this station, also shows what the other stations cook.
  const shownOthers = isOpened || own.length === 0 ? others : []
  return (
    <>
      <ul className="lines">
        {own.map((line) => (
          <li key={line.lineId} data-long={isLong(line) || undefined}>
            {isWorkedOn ? (
              <StrikableLine orderId={ticket.orderId} line={line} />
            ) : (
              <div className="line" data-line-id={line.lineId}>
                <LineText line={line} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {shownOthers.length === 0 ? null : (
        <ul className="lines lines-elsewhere">
          {shownOthers.map((line) => (
            <li key={line.lineId} data-long={isLong(line) || undefined}>
              <div className="line" data-line-id={line.lineId} data-struck={line.struck || undefined}>
                <LineText line={line} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <RemovedLines ticket={ticket} />
      <MoreOfOrder ticket={ticket} />
      <OtherStations count={others.length} open={openElsewhere} />
      {ticket.notes.length > 0 ? (
        <div className="order-notes">
          <span className="visually-hidden">{t('ticket.notes')}</span>
          <NodeChildren nodes={noteNodes(ticket, words)} />
        </div>
      ) : null}
    </>
  )
}
