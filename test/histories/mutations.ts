/** A defect that is inserted on purpose, to prove that the invariants detect it. The file contains `from` exactly once. */
export type Mutation = {
  readonly breaks: string
  readonly file: string
  readonly from: string
  readonly to: string
  /**
   * A seed whose histories show the defect early, so that the test is short; otherwise 1. After a change of the generator
   * another seed may be better: `COMANDA_MUTATION=5 node --import ./test/histories/mutate.ts test/histories/run-histories.ts
   * --stop-at-first --seed 2` (the mutation's place in both lists).
   */
  readonly seed?: number
}

export const MUTATIONS: readonly Mutation[] = [
  {
    breaks: '1: events are acknowledged before they are stored',
    file: 'electron/sync/poller.ts',
    from: "if (answer.kind !== 'events') return { kind: 'failed', setback: answer }",
    to: "if (answer.kind !== 'events') return { kind: 'failed', setback: answer }\n    await (client as never as { acknowledge(events: unknown, signal: unknown): Promise<unknown> }).acknowledge(answer.events, signal)",
  },
  {
    breaks: '1: acknowledged events are deleted at the next start',
    file: 'electron/storage/inbox.ts',
    from: "if (row?.acknowledgment === 'owed') events.put({ ...row, ...change })",
    to: "if (row?.acknowledgment !== 'owed') return\n    if (change.acknowledgment === 'done') { ledger.db.prepare('DELETE FROM events WHERE event_id = ?').run(eventId); return }\n    events.put({ ...row, ...change })",
  },
  {
    breaks: '2: a duplicate has its effect a second time',
    file: 'electron/storage/inbox.ts',
    from: '      return isReused(known, event) && receiveReused(event, receipt)',
    to: "      if (event.orderId !== undefined) timeline.addTimeline({ orderId: event.orderId, at: receipt.at, kind: 'received' })\n      return true",
  },
  {
    breaks: '3: the ticket shows the status of a tap as if it had been read',
    file: 'shared/ticket/ticket-projection.ts',
    from: 'status: cut.text(order.status, MAX_LABEL_CHARACTERS),',
    to: 'status: workStatus,',
  },
  {
    breaks: '6: the status before a cancellation replaces the cancellation',
    file: 'electron/core/ticket-source.ts',
    from: 'const read = record.status ?? order.status',
    to: 'const read = record.statusBeforeCancellation ?? record.status ?? order.status',
  },
  {
    breaks: "3: another order's body is used as the body of the requested order",
    file: 'electron/sync/read-verdict.ts',
    from: 'return isSameId(order.id, entry.orderId)',
    to: 'return true',
    seed: 8,
  },
  {
    breaks: '4: 202 counts as a proof',
    file: 'electron/sync/tap-verdict.ts',
    from: "    case 'accepted':\n    case 'settled':",
    to: "    case 'accepted':\n      return changesOnly({ tapId: tap.tapId, state: 'confirmed', answeredAt: at, settledAt: at, onlyFrom: [tap.state] })\n    case 'settled':",
  },
  {
    breaks: '4: a tap that was being sent at the time of a crash is lost',
    file: 'electron/storage/outbox.ts',
    from: "    state: 'queued',\n    attempts: Math.max(1, tap.attempts),",
    to: '    state: tap.state,\n    attempts: Math.max(1, tap.attempts),',
  },
  {
    breaks: '4: an undone tap is sent',
    file: 'electron/storage/outbox.ts',
    from: "if (tap?.state !== 'held') return false\n    for (const one of ofSameTouch(tap)) change({ ...wanted, tapId: one.tapId, onlyFrom: ['held'] }, at)",
    to: "if (!tap) return false\n    for (const one of ofSameTouch(tap)) change({ ...wanted, tapId: one.tapId, onlyFrom: wanted.state === 'undone' ? ['held', 'queued', 'sending', 'sent'] : ['held'] }, at)",
  },
  {
    breaks: '4: a lost answer counts as a refusal',
    file: 'electron/sync/tap-verdict.ts',
    from: '...changesOnly(retryAt(tap, at + backoffMs(tap.attempts, CALL_BACKOFF, random, retryAfterMs))),',
    to: "...changesOnly({ tapId: tap.tapId, state: 'conflict', reason: 'rejected', settledAt: at, onlyFrom: [tap.state] }),",
    seed: 2,
  },
  {
    breaks: '5: taps of one order are sent in any order',
    file: 'electron/sync/outbox-sender.ts',
    from: 'if (!isHead || pool.has(tap.orderId)) return undefined',
    to: 'if (pool.has(tap.tapId)) return undefined',
    seed: 7,
  },
  {
    breaks: '6: an order is read once, and events during the read are ignored',
    file: 'electron/storage/read-marks.ts',
    from: 'write(before, hasGrown ? after : clearQueuedRead(after), at, settlements, judgement)',
    to: 'write(before, clearQueuedRead(after), at, settlements, judgement)',
  },
  {
    breaks: '6: an order that the platform does not return yet is never read again',
    file: 'electron/sync/read-verdict.ts',
    from: '    waitedMs >= PATIENCE_MS\n      ? unreadable(problem)',
    to: "    waitedMs >= 0\n      ? { kind: 'unreadable', problem, waitMs: 1e12 }",
  },
  {
    breaks: '6: a new event causes no read of its order',
    file: 'electron/storage/inbox.ts',
    from: 'orders.put(queueRead(orders.rowOrNew(orderId, at), at))\n  }',
    to: 'orders.put(orders.rowOrNew(orderId, at))\n  }',
  },
  {
    breaks: '6: a cancellation whose order cannot be read is not shown',
    file: 'shared/ticket/announced-cancellation.ts',
    from: 'return isUnread || !isSeen ?',
    to: 'return isUnread && isSeen ?',
  },
  {
    breaks: '6: a cancelled order that was archived is no longer shown as cancelled',
    file: 'shared/order/lifecycle.ts',
    from: "statusRead === 'CONCLUDED' && isKnownCancelled ? 'CANCELLED' : statusRead",
    to: "statusRead === 'CONCLUDED' && !isKnownCancelled ? 'CONCLUDED' : statusRead",
    seed: 4,
  },
]

/** Defects that only a platform of Open Delivery 1.x shows. */
export const MUTATIONS_OF_1: readonly Mutation[] = [
  {
    breaks: '4: a mark of the kitchen is sent',
    file: 'electron/sync/outbox-sender.ts',
    from: 'if (tap.args.here) {',
    to: 'if (tap.args.here && tap.attempts > 0) {',
  },
  {
    breaks: '3: a late lower step moves an order back',
    file: 'shared/order/moves/moves.ts',
    from: 'isHigher(step, highest) ? step : highest',
    to: 'isHigher(highest, step) ? step : step',
  },
  {
    breaks: '6: a cancellation is a step like the others',
    file: 'shared/order/moves/moves.ts',
    from: "if (steps.includes('CANCELLED')) return 'CANCELLED'",
    to: '',
  },
  {
    breaks: '6: a denial does not end the wish of the customer',
    file: 'shared/order/moves/moves.ts',
    from: '.slice(denials)',
    to: '.slice(Math.min(0, denials))',
  },
]

/** Defects that only a kitchen with two connections shows. */
export const MUTATIONS_OF_TWO: readonly Mutation[] = [
  {
    breaks: '7: a call about an order goes to the first connection',
    file: 'electron/kitchen/kitchen.ts',
    from: 'return connections.find((one) => one.slot === slot)',
    to: 'return connections[0] ?? connections.find((one) => one.slot === slot)',
  },
  {
    breaks: '7: a call about a tap goes to the first connection',
    file: 'electron/kitchen/kitchen.ts',
    from: 'work(owner.core)',
    to: 'work((connections[0] ?? owner).core)',
  },
  {
    breaks: '7: the key of an order does not name its connection',
    file: 'electron/kitchen/connection.ts',
    from: 'const key = ticketKey(slot, ticket.orderId)',
    to: 'const key = ticketKey(1, ticket.orderId) || String(slot)',
  },
  {
    breaks: '7: the queue names the taps of all as those of the first connection',
    file: 'electron/kitchen/kitchen.ts',
    from: 'orderId: ticketKey(slot, entry.orderId)',
    to: 'orderId: ticketKey(slot === 2 ? 1 : slot, entry.orderId)',
  },
  {
    breaks: '7: automatic acceptances of equal orders have one id',
    file: 'electron/core/auto-confirm.ts',
    from: 'tapId: tapIdOf(ticketKey(slot, orderId)),',
    to: 'tapId: tapIdOf(ticketKey(slot === 2 ? 1 : slot, orderId)),',
  },
  {
    breaks: '7: changes of a further connection are not passed on',
    file: 'electron/kitchen/kitchen.ts',
    from: 'ends.set(one.slot, follow(one))',
    to: 'ends.set(one.slot, () => undefined)',
  },
  {
    breaks: '6: the work of a further connection does not begin',
    file: 'electron/kitchen/kitchen.ts',
    from: 'for (const { slot, core } of connections) isolated(slot, () => call(core))',
    to: 'for (const { slot, core } of connections.slice(0, 1)) isolated(slot, () => call(core))',
  },
  {
    breaks: '7: a window does not learn the new name of a platform',
    file: 'electron/kitchen/kitchen.ts',
    from: 'renamed: () => connectionsChanged([]),',
    to: 'renamed: () => undefined,',
  },
  {
    breaks: '7: a window keeps the orders of a platform that was removed',
    file: 'electron/kitchen/kitchen.ts',
    from: 'connectionsChanged(removed.core.tickets().map(({ orderId }) => ticketKey(slot, orderId)))',
    to: 'connectionsChanged([])',
  },
  {
    breaks: '8: a platform with open orders is removed',
    file: 'electron/composition/connections-service.ts',
    from: "if (core.tickets().some(isOpen)) return 'open-orders'",
    to: '',
  },
]
