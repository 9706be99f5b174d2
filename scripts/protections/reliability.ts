import type { Protection } from './table.ts'

/** Without a replacement the found code is only removed. */
type Removal = Pick<Protection, 'note' | 'find' | 'only'> & { readonly replace?: string }

const removals = (file: string, test: string, ...rows: readonly Removal[]): readonly Protection[] =>
  rows.map(({ replace = '', ...row }) => ({ ...row, file, test, replace }))

/**
 * Protections of docs/reliability.md, "Kinds of faults and their tests", by kind. Each has the cheapest test that notices its
 * removal.
 */
export const RELIABILITY: readonly Protection[] = [
  ...removals('electron/platform/retry-after.ts', 'unit/shared/linear-expressions.test.ts', {
    note: 'linear-expressions',
    find: '/^"?(?:mon|tue|wed|thu|fri|sat|sun)/i',
    replace: '/^"?(?:mon|tue|wed|thu|fri|sat|sun| +)+$/i',
    only: 'retry-after.ts',
  }),
  ...removals(
    'electron/liveness/loop-watch.ts',
    'unit/liveness/loop-watch.test.ts',
    {
      note: 'loop-watch',
      find: 'if (markFile !== undefined) ignoringErrors(() => recordHang(markFile))',
      only: 'whose main loop stands',
    },
    { note: 'loop-watch', find: "'SIGKILL')", replace: "'SIGTERM')", only: 'whose main loop stands' },
  ),
  ...removals('electron/core/stuck-orders.ts', 'unit/core/stuck-orders.test.ts', {
    note: 'stuck-order',
    find: 'if (stuck.has(orderId)) return statusAlone(await read(text, contentType, undefined))',
  }),
  ...removals('shared/ticket/ticket-projection.ts', 'unit/shared/large-order.test.ts', {
    note: 'large-order-totals',
    find: 'withAgain(content.lines, again, source.struckLines)',
    replace: 'withAgain(content.lines, again, source.struckLines).slice(0, 80)',
  }),
  ...removals(
    'electron/sync/cancellation-evidence.ts',
    'unit/sync/cancellation-evidence.test.ts',
    { note: 'read-counts-from-its-beginning', find: '!isAfterEvents || ' },
    { note: 'refuted-cancellation', find: "worthOf(event, known) !== 'refuted' && " },
  ),
  ...removals(
    'electron/sync/settle-taps.ts',
    'unit/sync/settle.test.ts',
    { note: 'concluded-is-no-proof', find: "status !== 'CONCLUDED' && " },
    {
      note: 'concluded-is-no-proof',
      find: 'isAccepted(tap) || isShown(tap.action, evidence)',
      replace: 'tap.attempts > 0',
    },
  ),
  ...removals(
    'electron/platform/code-answer.ts',
    'unit/platform/code-answer.test.ts',
    { note: 'code-answer', find: "if (signs.has('denied')) return 'invalid'" },
    { note: 'code-answer', find: " && !signs.has('unclear')" },
  ),
  ...removals(
    'electron/platform/authorized-call.ts',
    'unit/platform/refused-call.test.ts',
    {
      note: 'fresh-token-refused-on-one-path',
      find: '(tokens.hasWorked(second) || (await worksElsewhere(second, request)))',
      replace: 'false',
    },
    {
      note: 'fresh-token-refused-on-one-path',
      find: 'if ((await tokens.hasRenewedInVain()) && (await worksElsewhere(first, request))) return reply',
    },
  ),
  ...removals(
    'electron/sync/acknowledgment-work.ts',
    'unit/sync/acknowledger.test.ts',
    { note: 'id-refused-alone', find: "if (stale.length > 0) return { kind: 'done' }" },
    { note: 'events-that-come-again', find: 'if (wasIgnoring !== isIgnoring()) onIgnoring(!wasIgnoring)' },
  ),
  ...removals('electron/sync/acknowledgment-form.ts', 'unit/sync/acknowledger.test.ts', {
    note: 'form-that-is-ignored',
    find: 'if (!ids.has(event.eventId)) return onFound(tried, event)',
    replace: 'return onFound(tried, event)',
  }),
  ...removals(
    'electron/platform/retry-after.ts',
    'unit/platform/wire-readers.test.ts',
    { note: 'retry-after-forms', find: 'if (sent.length > 0 && waits.length === 0) return unreadableWait(route)' },
    { note: 'retry-after-forms', find: ' ?? parseInstant(date)' },
    { note: 'retry-after-forms', find: "  ['retry-after-ms', 1],\n" },
  ),
  ...removals(
    'electron/platform/dialects/open-delivery-2/acknowledgments.ts',
    'integration/storage/numeric-ids.test.ts',
    {
      note: 'numeric-ids',
      find: 'numericIds?.eventId ? numberWithDigits(eventId) : eventId',
      replace: 'eventId',
    },
  ),
  ...removals(
    'renderer/ticket/touch-taps.ts',
    'integration/renderer/touches.test.ts',
    { note: 'touches', find: 'if (isPrimary) ended.clear()', replace: 'if (!isPrimary) return', only: 'palm' },
    {
      note: 'touches',
      find: 'if (!button.contains(released))',
      replace: 'if (Math.hypot(press.x - event.clientX, press.y - event.clientY) > 10)',
      only: 'px inside of the button makes its step',
    },
  ),
  ...removals('electron/printing/print-service.ts', 'unit/printing/print-service.test.ts', {
    note: 'one-automatic-repeat',
    find: 'const MAX_ATTEMPTS = 2',
    replace: 'const MAX_ATTEMPTS = 60',
    only: 'repeats a failed print once',
  }),
  ...removals('renderer/ui/window/freshness-words.ts', 'unit/renderer/unchecked-board.test.tsx', {
    note: 'unchecked-board',
    find: "useFreshnessState() === 'fresh'",
    replace: "useFreshnessState() !== 'setup'",
    // One of its cases: each waits for words that do not come.
    only: 'of unknown age',
  }),
  ...removals('electron/core/board-freshness.ts', 'unit/core/board-freshness.test.ts', {
    note: 'busy-disk-is-not-full',
    find: "'in-use': 'storage-busy'",
    replace: "'in-use': 'storage'",
  }),
  ...removals(
    'shared/ticket/alarm.ts',
    'unit/shared/alarm.test.ts',
    { note: 'moved-start', find: ' || facts.hasLeft === true' },
    { note: 'quiet-stop', find: 'startAt - stoppedAt > STARTS_LATER_MS', replace: 'false' },
    { note: 'quiet-stop', find: '(firstShownAt === undefined || firstShownAt >= stoppedAt)', replace: 'false' },
  ),
  ...removals('shared/order/delivery.ts', 'unit/shared/delivery.test.ts', {
    note: 'delivery-without-an-event',
    find: "? 'keep-alive' : 'unreadable'",
    replace: "? 'keep-alive' : 'keep-alive'",
  }),
  ...removals('packages/relay/database/key.ts', 'unit/relay/key.test.ts', {
    note: 'hashed-keys',
    find: 'longKeysOf(text)[0]?.key ?? wholeKey(text)',
    replace: 'wholeKey(text)',
  }),
  ...removals(
    'shared/order/moves/moves.ts',
    'unit/shared/open-delivery-1.test.ts',
    { note: 'open-delivery-1', find: "if (steps.includes('CANCELLED')) return 'CANCELLED'" },
    { note: 'open-delivery-1', find: '(isHigher(step, highest) ? step : highest)', replace: 'step || highest' },
    { note: 'open-delivery-1', find: '.slice(denials)' },
  ),
  ...removals(
    'shared/order/moves/open-delivery-1.ts',
    'unit/shared/open-delivery-1.test.ts',
    { note: 'open-delivery-1', find: " && handling.deliveredBy !== 'platform'" },
    { note: 'open-delivery-1', find: 'expects[step] !== true || ' },
  ),
  ...removals(
    'electron/platform/dialects/open-delivery-1/order.ts',
    'unit/shared/open-delivery-1.test.ts',
    { note: 'open-delivery-1', find: "value.startsWith('ENC_') ? undefined : value", replace: 'value' },
    { note: 'open-delivery-1', find: " || isSameInstant(preparationStartDateTime, order('createdAt'))" },
  ),
  ...removals(
    'electron/platform/client.ts',
    'integration/open-delivery-1/other-hosts.test.ts',
    {
      note: 'open-delivery-1-hosts',
      find: "if (reply.kind !== 'reply' || reply.status >= 300) return NOT_FOUND",
      only: 'is not learned from an order that the host forgot',
    },
    {
      note: 'open-delivery-1-hosts',
      find: 'lessons.learn(again.lesson)',
      only: 'goes once more with the code of 1.0.0',
    },
  ),
  ...removals('electron/platform/dialects/dialects.ts', 'integration/open-delivery-1/other-hosts.test.ts', {
    note: 'open-delivery-1-hosts',
    find: 'others.length === 0 ? form.name : undefined',
    replace: 'undefined',
    only: 'of one form are tested without changing the setting',
  }),
  ...removals('electron/sync/outbox-sender.ts', 'integration/open-delivery-1/way-in-and-out.test.ts', {
    note: 'open-delivery-1-hosts',
    find: 'if (tap.args.here) {',
    replace: 'if (tap.args.here && tap.attempts > 0) {',
    only: 'is a mark of this kitchen',
  }),
  ...removals('electron/sync/tap-posts.ts', 'integration/open-delivery-1/way-in-and-out.test.ts', {
    note: 'open-delivery-1-hosts',
    find: "if (answer.kind === 'settled') storeDecision(tap, answer.eventType)",
    only: 'that decides about a cancellation at once',
  }),
  ...removals('electron/sync/settle-wish-answer.ts', 'integration/open-delivery-1/wishes.test.ts', {
    note: 'open-delivery-1-wishes',
    find: "return isOpen(status, events, args.wish) ? undefined : refusedBy(reading, tap, 'wish-over')",
    replace: 'return undefined',
    only: 'when another device of the shop has answered',
  }),
  ...removals('electron/core/auto-confirm.ts', 'integration/open-delivery-1/wishes.test.ts', {
    note: 'open-delivery-1-wishes',
    find: ' || order.mentionsCancellation',
    only: 'a wish stops the acceptance',
  }),
]
