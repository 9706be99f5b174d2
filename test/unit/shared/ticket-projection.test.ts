import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OrderAction } from '../../../shared/order/lifecycle.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import type { TicketSource } from '../../../shared/ticket/projection-source.ts'
import type { TapView, Ticket } from '../../../shared/ticket/ticket.ts'
import type { TicketEvent } from '../../../shared/ticket/ticket-handling.ts'
import { projectTicket } from '../../../shared/ticket/ticket-projection.ts'
import { type TicketWarning, warningsOf } from '../../../shared/ticket/ticket-warnings.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')
const rules = {
  dialect: { deliveredFromReady: false },
  confirmDeadlineMinutes: 8,
  preparationMinutes: 20,
  travelMinutes: 15,
}

const raw = {
  id: 'order-1',
  displayId: '4711',
  createdAt: '2026-03-02T11:58:00.123456Z',
  status: 'CREATED',
  merchant: { id: 'm1', name: 'Cantina da Praça' },
  timing: { orderTiming: 'INSTANT' },
  fulfillment: {
    orderType: 'DELIVERY',
    delivery: { address: { street: 'Rua A', number: 12, neighborhood: 'Centro' } },
  },
  customer: { name: 'Ana' },
  items: [
    {
      id: 'i1',
      name: 'Pizza',
      quantity: 1,
      observations: 'sem cebola',
      options: [{ name: 'Borda', quantity: 1, options: [{ name: 'Catupiry', quantity: 1, options: [] }] }],
    },
    { id: 'i1', name: 'Pizza', quantity: 1 },
    { id: 'i2', name: 'Picanha', quantity: 0.5, unit: 'KG' },
  ],
}

function sourceOf(change: Record<string, unknown> = {}, more: Partial<TicketSource> = {}): TicketSource {
  const parsed = parseOrder({ ...raw, ...change })
  if (!parsed.ok) throw new Error(parsed.reason)
  return {
    orderId: 'order-1',
    reading: { kind: 'read', order: parsed.order },
    firstSeenAt: NOW - 60_000,
    events: [],
    taps: [],
    struckLines: new Set(),
    firstShownAt: NOW - 60_000,
    cancellationAcknowledged: false,
    statusBeforeCancellation: undefined,
    startedByHand: false,
    ...more,
  }
}
const project = (source: TicketSource, now = NOW) => projectTicket(source, rules, now)
const tap = (given: Partial<TapView>): TapView => ({
  tapId: 't',
  action: 'confirm',
  truth: 'queued',
  tappedAt: NOW,
  ...given,
})
const event = (eventType: string, metadata?: TicketEvent['metadata']): TicketEvent => ({
  eventId: eventType,
  eventType,
  receivedAt: NOW,
  metadata,
})

describe('text and time that a platform may send', () => {
  it.each(['', '  ', '\u00a0', '\u200b', '\u0007'])(
    'the order number %j has no readable character: the end of the order’s id is shown',
    (displayId) => {
      expect(projectTicket(sourceOf({ displayId }), rules, NOW).displayId).toBe('rder-1')
    },
  )

  it('a blank pickup code counts as absent', () => {
    const fulfillment = { orderType: 'TAKEOUT', takeout: { pickupCode: ' ' } }
    expect(projectTicket(sourceOf({ fulfillment }), rules, NOW).pickupCode).toBeUndefined()
  })

  it('a label or a note without a visible character counts as absent', () => {
    const ticket = projectTicket(sourceOf({ observations: '\u200b\u2063', customer: { name: '\u200e ' } }), rules, NOW)
    expect(ticket.notes).toEqual([])
    expect(ticket.customerName).toBeUndefined()
  })

  it.each([
    ['delivery', { orderType: 'DELIVERY', delivery: { observations: 'Deixar na portaria' } }, true],
    ['takeout', { orderType: 'TAKEOUT', takeout: { observations: 'Já está no balcão' } }, true],
    ['indoor', { orderType: 'INDOOR', indoor: { observations: 'Com vela' } }, false],
  ])(
    'a note about the food is for the kitchen, a note of a %s for the one who hands it over',
    (_, fulfillment, isForCourier) => {
      const { notes, courierNotes } = project(sourceOf({ observations: 'Bem assada', fulfillment }))
      const [note] = Object.values(fulfillment).flatMap((part) => (typeof part === 'string' ? [] : [part.observations]))
      expect({ notes, courierNotes }).toEqual(
        isForCourier
          ? { notes: ['Bem assada'], courierNotes: [note] }
          : { notes: ['Bem assada', note], courierNotes: undefined },
      )
    },
  )

  it('a label begins with its first visible character', () => {
    const displayId = `${'\u200b'.repeat(200)}4711`
    expect(projectTicket(sourceOf({ displayId }), rules, NOW).displayId).toBe('4711')
  })

  it.each(['2100-01-01T00:00:00Z', '0001-01-01T00:00:00', new Date(NOW + 3 * 3_600_000).toISOString()])(
    'an order that is dated %s gets the time of its first event, with the usual time to accept',
    (createdAt) => {
      const ticket = projectTicket(sourceOf({ createdAt }), rules, NOW)
      expect(ticket).toMatchObject({ createdAt: NOW - 60_000, confirmBy: NOW + 7 * 60_000 })
    },
  )

  it('an order that is dated a minute ahead keeps its time: the clocks may differ', () => {
    const createdAt = new Date(NOW + 60_000).toISOString()
    expect(projectTicket(sourceOf({ createdAt }), rules, NOW).createdAt).toBe(NOW + 60_000)
  })
})

describe('a ticket', () => {
  it.each([
    { customer: { name: 'Ana (ALÉRGICA)' } },
    { fulfillment: { orderType: 'DELIVERY', delivery: { address: { complement: 'Ana (ALÉRGICA)' } } } },
  ])('shows an allergy that stands in a name or an address as a note of the kitchen: %j', (change) => {
    expect(project(sourceOf(change)).notes).toEqual(['Ana (ALÉRGICA)'])
  })

  it('shows the platform’s data, with its nested options, notes and units', () => {
    const ticket = project(sourceOf())
    expect(ticket).toMatchObject({
      displayId: '4711',
      status: 'CREATED',
      lane: 'new',
      createdAt: Date.parse('2026-03-02T11:58:00.123Z'),
      confirmBy: Date.parse('2026-03-02T12:06:00.123Z'),
      deliverTo: 'Rua A, 12 · Centro',
      actions: ['confirm', 'requestCancellation'],
    })
    expect(ticket.lines[0]).toMatchObject({ notes: 'sem cebola', options: [{ options: [{ name: 'Catupiry' }] }] })
    expect(ticket.lines[2]).toMatchObject({ quantity: 0.5, unit: 'KG' })
  })

  it.each([
    ['CREATED', 'new'],
    ['CONFIRMED', 'preparing'],
    ['PREPARING', 'preparing'],
    ['READY', 'ready'],
    ['IN_DELIVERY', 'done'],
    ['DELIVERED', 'done'],
    ['CONCLUDED', 'done'],
    ['ON_THE_GRILL', 'new'],
  ])('%s is in lane %s', (status, lane) => {
    expect(project(sourceOf({ status }))).toMatchObject({ status, lane })
  })

  describe('with a tap', () => {
    it('held: stays in its lane and offers no next step', () => {
      const ticket = project(sourceOf({}, { taps: [tap({ truth: 'held', holdUntil: NOW + 5_000 })] }))
      expect(ticket).toMatchObject({ lane: 'new', status: 'CREATED', actions: ['requestCancellation'] })
    })
    it.each(['queued', 'sent'] as const)('%s: continues from there while the status stays as read', (truth) => {
      const ticket = project(sourceOf({}, { taps: [tap({ truth })] }))
      expect(ticket).toMatchObject({ lane: 'preparing', status: 'CREATED', confirmBy: undefined })
      expect(ticket.actions[0]).toBe('preparing')
    })
    it('refused: returns to the platform’s status', () => {
      const ticket = project(sourceOf({}, { taps: [tap({ truth: 'conflict', reason: 'invalid-transition' })] }))
      expect(ticket).toMatchObject({ lane: 'new', tap: { reason: 'invalid-transition' } })
    })
    it('requesting a cancellation: offers no second request and shows the open one', () => {
      const waiting = project(sourceOf({}, { taps: [tap({ action: 'requestCancellation', truth: 'sent' })] }))
      expect(waiting).toMatchObject({ cancellationRequest: 'waiting', status: 'CREATED', actions: ['confirm'] })
      const denied = tap({ action: 'requestCancellation', truth: 'conflict', reason: 'cancellation-denied' })
      expect(project(sourceOf({}, { taps: [denied] }))).toMatchObject({
        cancellationRequest: 'denied',
        actions: ['confirm', 'requestCancellation'],
      })
    })
  })

  describe('cancelled', () => {
    const cancelled = { status: 'CANCELLED' }
    it('stays in its place, with the reason, until it is confirmed', () => {
      const events = [event('CANCELLED', { code: 'CUSTOMER', reason: 'Desistiu' })]
      const ticket = project(sourceOf(cancelled, { events, statusBeforeCancellation: 'PREPARING' }))
      expect(ticket).toMatchObject({
        lane: 'preparing',
        actions: [],
        cancelled: { code: 'CUSTOMER', reason: 'Desistiu', acknowledged: false },
      })
    })
    it('moves to the last lane after the confirmation, and no tap moves it', () => {
      const ticket = project(sourceOf(cancelled, { cancellationAcknowledged: true, taps: [tap({ truth: 'queued' })] }))
      expect(ticket).toMatchObject({ lane: 'done', status: 'CANCELLED', actions: [] })
    })
  })

  describe('before its time', () => {
    const scheduled = {
      timing: { orderTiming: 'SCHEDULED', preparationStartDateTime: '2026-03-02T12:30:00Z' },
      status: 'CONFIRMED',
    }
    it('waits until the start that the platform gave, and not a minute less', () => {
      const startAt = Date.parse('2026-03-02T12:30:00Z')
      expect(project(sourceOf(scheduled), startAt - 1)).toMatchObject({ lane: 'scheduled', startAt })
      expect(project(sourceOf(scheduled), startAt).lane).toBe('preparing')
    })
    it.each([
      [{ scheduledDateTimeStart: '2026-03-02T15:00:00Z', scheduledDateTimeEnd: '2026-03-02T15:30:00Z' }, '15:30'],
      [{ scheduledDateTimeStart: '2026-03-02T15:00:00Z' }, '15:00'],
    ])('scheduled without a start: waits until the shop’s preparation time before %j', (schedule, promised) => {
      const dueAt = Date.parse(`2026-03-02T${promised}:00Z`)
      const startAt = dueAt - 20 * 60_000
      const source = sourceOf({ timing: { orderTiming: 'SCHEDULED', schedule }, status: 'CONFIRMED' })
      expect(project(source)).toMatchObject({ lane: 'scheduled', startAt, dueAt })
      expect(project(source, startAt - 1)).toMatchObject({ lane: 'scheduled', alarm: undefined })
      expect(project(source, startAt)).toMatchObject({ lane: 'preparing', alarm: 'start' })
    })
    it('scheduled without any time: waits with its time unknown, rings until a touch, and staff start it', () => {
      const timing = { orderTiming: 'Scheduled' }
      const unknown = { lane: 'scheduled', isTimeUnknown: true, startAt: undefined }
      expect(project(sourceOf({ timing }))).toMatchObject({ ...unknown, alarm: 'new' })
      expect(project(sourceOf({ timing }, { alarmQuietedAt: NOW }))).toMatchObject({ ...unknown, alarm: undefined })
      expect(project(sourceOf({ timing, status: 'CONFIRMED' }, { startedByHand: true })).lane).toBe('preparing')
    })
    it('has no assumed start for an immediate order', () => {
      const schedule = { scheduledDateTimeEnd: '2026-03-02T15:00:00Z' }
      const ticket = project(sourceOf({ timing: { orderTiming: 'INSTANT', schedule } }))
      expect(ticket).toMatchObject({ lane: 'new', startAt: undefined })
    })
    it('can be started by hand', () => {
      expect(project(sourceOf(scheduled, { startedByHand: true })).lane).toBe('preparing')
    })
    it('on demand: waits until the platform requests the preparation', () => {
      const onDemand = { timing: { orderTiming: 'ONDEMAND' } }
      expect(project(sourceOf(onDemand))).toMatchObject({ lane: 'scheduled', awaitsPreparationRequest: true })
      const events = [event('PREPARATION_REQUESTED')]
      expect(project(sourceOf(onDemand, { events }))).toMatchObject({ lane: 'new', awaitsPreparationRequest: false })
    })
  })

  it('offers no action that the platform declares as unsupported, and all other actions', () => {
    const actionsOf = (status: string, ...unsupported: OrderAction[]) =>
      projectTicket(sourceOf({ status }), { ...rules, isUnsupported: (action) => unsupported.includes(action) }, NOW)
        .actions
    expect(actionsOf('CONFIRMED')).toEqual(['preparing', 'ready-for-pickup', 'requestCancellation'])
    expect(actionsOf('CONFIRMED', 'preparing')).toEqual(['ready-for-pickup', 'requestCancellation'])
    expect(actionsOf('CREATED', 'requestCancellation', 'dispatch')).toEqual(['confirm'])
    expect(actionsOf('ODD', 'validateCode', 'confirm')).toEqual([
      'preparing',
      'ready-for-pickup',
      'dispatch',
      'delivered',
      'requestCancellation',
    ])
  })

  it('is shown for an unreadable order and for an order that is not read yet', () => {
    expect(project(sourceOf({}, { reading: { kind: 'loading' } }))).toMatchObject({ reading: 'loading', status: '' })
    expect(project(sourceOf({}, { reading: { kind: 'unreadable', status: 'READY' } }))).toMatchObject({
      reading: 'unreadable',
      status: 'READY',
      actions: [],
    })
  })

  it('shows the taps and the request to cancel when the order has no body', () => {
    const taps = [
      tap({ tapId: 'a', action: 'confirm', truth: 'queued' }),
      tap({ tapId: 'b', action: 'preparing', truth: 'queued', follows: 'a' }),
    ]
    expect(project(sourceOf({}, { reading: { kind: 'loading' }, taps }))).toMatchObject({
      tap: { tapId: 'b' },
      pairedTap: { tapId: 'a' },
    })
    const request = tap({ action: 'requestCancellation', truth: 'sent' })
    expect(project(sourceOf({}, { reading: { kind: 'loading' }, taps: [request] }))).toMatchObject({
      cancellationRequest: 'waiting',
    })
  })

  it.each([{ kind: 'loading' }, { kind: 'unreadable', status: 'CANCELLED' }] as const)(
    'shows the stop of a cancelled order without a body ($kind)',
    (reading) => {
      const source = sourceOf(
        {},
        {
          reading,
          statusKnown: 'CANCELLED',
          statusBeforeCancellation: 'PREPARING',
          events: [event('CANCELLED', { code: 'C', reason: 'Desistiu' })],
        },
      )
      expect(project(source)).toMatchObject({
        status: 'CANCELLED',
        lane: 'preparing',
        cancelled: { reason: 'Desistiu', acknowledged: false },
        alarm: 'cancelled',
      })
      const seen = project({ ...source, cancellationAcknowledged: true })
      expect(seen).toMatchObject({ lane: 'done', cancelled: { acknowledged: true } })
      expect(seen.alarm).toBeUndefined()
    },
  )

  it('shows the courier’s state of the last courier event', () => {
    const events = [event('PICKUP_ONGOING'), event('RIDER_ARRIVED_AT_STORE'), event('PREPARING')]
    expect(project(sourceOf({}, { events })).courier).toBe('at-store')
  })

  const [withdrawn, recalled, cancelled] = [
    { cancellationWithdrawn: true },
    { recalled: true },
    { status: 'CANCELLED' },
  ]
  const automatic = (truth: TapView['truth']) => ({ taps: [tap({ automatic: true, truth })] })
  const held = (action: TapView['action']) => ({ taps: [tap({ action, truth: 'held' })] })
  const indoor = { fulfillment: { orderType: 'INDOOR', indoor: { identifier: '7', operationMode: 'TABLE' } } }
  const estimate = { fulfillment: { delivery: { estimatedDeliveryDateTime: '2026-03-02T13:00:00Z' } } }
  const onDemand = { timing: { orderTiming: 'ONDEMAND' } }
  const later = { timing: { orderTiming: 'SCHEDULED', preparationStartDateTime: '2026-03-02T12:30:00Z' } }
  const early = { ...event('A'), receivedAt: NOW - 60_000 }
  const asked = (alarmQuietedAt: number) => ({ events: [early, event('PREPARATION_REQUESTED')], alarmQuietedAt })
  const unread = { reading: { kind: 'unreadable', status: '' }, firstSeenAt: NOW } as const
  const loading = (age: number) => ({ reading: { kind: 'loading' }, firstSeenAt: NOW - age }) as const
  const stop = { events: [event('A'), event('CANCELLED', { code: 'C' }), event('B')] }
  const stopped = { code: 'C', at: NOW, acknowledged: false }
  const [cooking, told, tenAgo] = [{ status: 'PREPARING' }, { cancellationAnnounced: true }, NOW - 10_000]
  const stopEvent = { ...event('CANCELLED', { code: 'C' }), receivedAt: tenAgo }
  const announced = (more: Partial<TicketSource> = {}) => ({ events: [stopEvent], ...more })
  const since = (more: Partial<TicketSource> = {}) => announced({ cancellationWorth: 'contradicted', ...more })
  const unverified = { ...cooking, ...told, cancelled: { ...stopped, at: tenAgo } }
  const active = { ...cooking, cancelled: undefined, lane: 'preparing' } as const
  const ready = { taps: [tap({ action: 'ready-for-pickup', truth: 'sent' })] }
  const many = { items: Array.from({ length: 510 }, (_, at) => ({ name: `${at}` })) }
  const none = { isTimeUnknown: undefined, isZoneDoubtful: undefined, isDueByEstimate: undefined, outdated: undefined }
  it.each<[string, Record<string, unknown>, Partial<TicketSource>, Partial<Ticket>]>([
    ['recalled', { status: 'READY' }, recalled, { lane: 'preparing', recalled: true }],
    ['cancelled is not recalled', cancelled, recalled, { lane: 'new', recalled: undefined }],
    ['not cancelled any more', { status: 'READY' }, withdrawn, { ...withdrawn, alarm: 'changed' }],
    ['cancelled again', cancelled, withdrawn, { cancellationWithdrawn: undefined, alarm: 'cancelled' }],
    ['cancelled and seen', cancelled, { cancellationAcknowledged: true }, { lane: 'done', alarm: undefined }],
    ['cancelled', cancelled, stop, { cancelled: stopped }],
    ['cancelled without a reason', cancelled, { events: [event('CANCELLED')] }, { alarm: 'cancelled' }],
    ['cancelled without an event', cancelled, {}, { cancelled: { at: NOW - 60_000, acknowledged: false } }],
    ['announced as cancelled just now', cooking, { events: [{ ...stopEvent, receivedAt: tenAgo + 1 }] }, active],
    ['announced as cancelled', cooking, announced(), { ...unverified, lane: 'preparing', alarm: 'cancelled' }],
    ['announced, and refuted', cooking, announced({ cancellationWorth: 'refuted' }), { ...active, alarm: undefined }],
    ['announced, and archived', { status: 'CONCLUDED' }, announced(), { lane: 'done', alarm: 'cancelled', ...told }],
    [
      'refuted, and archived',
      { status: 'CONCLUDED' },
      since({ cancellationWorth: 'refuted' }),
      { cancelled: undefined },
    ],
    ['announced while new', {}, announced(), { confirmBy: undefined, actions: ['confirm', 'requestCancellation'] }],
    ['announced after a tap', cooking, announced(ready), { lane: 'preparing', alarm: 'cancelled' }],
    [
      'announced and acknowledged',
      cooking,
      announced({ cancellationAcknowledged: true }),
      { ...told, lane: 'done', alarm: undefined },
    ],
    ['announced, and read as active since', cooking, since(), { ...active, ...told, alarm: 'changed' }],
    ['the same and touched before', cooking, since({ alarmQuietedAt: NOW - 1 }), { ...told, alarm: 'changed' }],
    ['the same and touched', cooking, since({ alarmQuietedAt: NOW }), { ...active, alarm: undefined }],
    ['the same and withdrawn before', cooking, since({ statusBeforeCancellation: 'READY' }), active],
    ['announced too late', { status: 'DELIVERED' }, announced(), { cancelled: undefined }],
    ['announced and not read', {}, announced(unread), { ...told, status: '', lane: 'new', alarm: 'cancelled' }],
    ['in preparation', { status: 'PREPARING', timing: null }, {}, { alarm: undefined, place: undefined, ...none }],
    ['at a table', indoor, {}, { place: { mode: 'TABLE', identifier: '7' }, pickupCode: '7' }],
    ['with a priority', { timing: { orderPriority: 'PRIORITY2' } }, {}, { priority: 2 }],
    ['with an estimate', estimate, {}, { dueAt: NOW + 45 * 60_000, isDueByEstimate: true }],
    ['of a doubtful time', { createdAt: '2026-01-02T11:58:00' }, {}, { isZoneDoubtful: true }],
    ['accepted by rule', {}, automatic('sent'), { acceptedAutomatically: true, alarm: 'new' }],
    ['accepted by staff', {}, { taps: [tap({})] }, { acceptedAutomatically: undefined }],
    ['refused to the rule', {}, automatic('conflict'), { acceptedAutomatically: undefined, alarm: 'new' }],
    ['with too many lines', many, {}, { moreLines: 10, moreCharacters: undefined }],
    ['with a long note', { observations: 'x'.repeat(2_007) }, {}, { moreLines: undefined, moreCharacters: 1_007 }],
    ['on demand, not asked for', onDemand, { events: [event('A')] }, { lane: 'scheduled', alarm: undefined }],
    ['on demand, asked for after a touch', onDemand, asked(NOW - 1), { alarm: 'new' }],
    ['on demand, asked for before a touch', onDemand, asked(NOW), { alarm: undefined }],
    ['about to be accepted', {}, held('confirm'), { alarm: undefined }],
    ['refused to staff', {}, { taps: [tap({ truth: 'conflict' })] }, { alarm: 'new' }],
    ['of an odd status', { status: 'ODD' }, { events: [event('A')] }, { alarm: 'new' }],
    [
      'of an odd status and accepted',
      { status: 'ODD' },
      { events: [event('CONFIRMED'), event('B')] },
      { alarm: undefined },
    ],
    ['for later', later, {}, { lane: 'scheduled', isTimeUnknown: undefined }],
    ['about to be cancelled', {}, held('requestCancellation'), { actions: [] }],
    [
      'with a code and a held step',
      { status: 'ODD' },
      held('dispatch'),
      { actions: ['validateCode', 'requestCancellation'] },
    ],
    ['unreadable', {}, unread, { alarm: 'new' }],
    ['unreadable and touched', {}, { ...unread, alarmQuietedAt: NOW }, { alarm: undefined }],
    ['unreadable and new', {}, { ...unread, statusKnown: 'CREATED' }, { alarm: 'new' }],
    ['unreadable and old', {}, { ...unread, statusKnown: 'READY' }, { alarm: undefined }],
    ['unreadable and tapped', {}, { ...unread, taps: [tap({})] }, { alarm: undefined }],
    ['unreadable and accepted by rule', {}, { ...unread, ...automatic('sent') }, { alarm: 'new' }],
    ['not read for ten seconds', {}, loading(10_000), { alarm: 'new' }],
    ['not read and cancelled', {}, { ...unread, statusKnown: 'CANCELLED', ...stop }, { cancelled: stopped }],
    [
      'not read and tapped often',
      {},
      { ...unread, taps: ['a', 'b', 'c'].map((tapId) => tap({ tapId })) },
      { tap: tap({ tapId: 'c' }) },
    ],
    ['not read yet', {}, loading(9_999), { alarm: undefined }],
  ])('shows and rings for an order that is %s', (_what, change, more, expected) => {
    const ticket = Object.entries(project(sourceOf(change, more))).filter(([name]) => Object.hasOwn(expected, name))
    expect(Object.fromEntries(ticket)).toEqual(expected)
  })

  const scheduled = { timing: { orderTiming: 'SCHEDULED' } }
  const { reading } = sourceOf()
  it.each<[TicketWarning | undefined, Record<string, unknown>, Partial<TicketSource>]>([
    [undefined, {}, {}],
    [undefined, { ...scheduled, ...cancelled }, {}],
    [undefined, {}, { reading: { kind: 'loading' } }],
    ['timeUnknown', scheduled, {}],
    ['noItems', { items: [] }, {}],
    ['unreadOrder', { observations: true }, {}],
    ['zoneDoubtful', { createdAt: '2026-01-02T11:58:00' }, {}],
    ['cancellationWithdrawn', {}, withdrawn],
    ['cancellationAnnounced', cooking, announced()],
    ['outdated', {}, reading.kind === 'read' ? { reading: { ...reading, isOutdated: true } } : {}],
  ])('has the warning %s alone: %j, %j', (warning, change, more) => {
    expect(warningsOf(project(sourceOf(change, more)))).toEqual(warning === undefined ? [] : [warning])
  })

  it('says what changed since staff saw it, and notes and facts only when they are others', () => {
    const changed = (before: Record<string, unknown>, now: Record<string, unknown>) => {
      const { reading } = sourceOf(before)
      return reading.kind === 'read' && project(sourceOf(now, { earlier: { order: reading.order, at: 7 } })).changes
    }
    const one = { observations: 'a', extraInfo: 'x' }
    const other = { ...one, observations: 'b' }
    expect(changed(one, one)).toEqual({ at: 7, removed: [] })
    expect(changed(one, other)).toEqual({ at: 7, removed: [], notesBefore: ['a', 'x'] })
    expect(changed({}, one)).toEqual({ at: 7, removed: [], notesBefore: [] })
    const facts = [{ fact: 'orderType', was: 'DELIVERY', now: 'TAKEOUT' }]
    expect(changed({}, { fulfillment: { orderType: 'TAKEOUT' } })).toEqual({ at: 7, removed: [], facts })
  })

  it('says another time as the ticket does, also where times have no offset', () => {
    vi.stubEnv('TZ', 'America/Sao_Paulo')
    onTestFinished(() => void vi.unstubAllEnvs())
    const local = (hour: number) => ({
      createdAt: '2026-03-02T08:58:00',
      timing: {
        orderTiming: 'SCHEDULED',
        schedule: { scheduledDateTimeEnd: `2026-03-02T${hour}:00:00` },
        preparationStartDateTime: `2026-03-02T${hour - 1}:00:00`,
      },
    })
    const { reading } = sourceOf(local(19))
    const earlier = reading.kind === 'read' ? { order: reading.order, at: 7 } : undefined
    const { changes, dueAt, startAt } = project(sourceOf(local(20), { earlier }))
    const hourBefore = (at = 0): string => String(at - 3_600_000)
    expect(changes?.facts).toEqual([
      { fact: 'time', was: hourBefore(dueAt), now: String(dueAt) },
      { fact: 'start', was: hourBefore(startAt), now: String(startAt) },
    ])
  })
})
