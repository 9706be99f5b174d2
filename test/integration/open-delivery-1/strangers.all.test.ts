import { expect, it, onTestFinished } from 'vitest'
import { chance, pick, seededRandom } from '../../../electron/practice/platform/randomness.ts'
import { missingEvents, readLedger } from '../../faults/ledger-queries.ts'
import { eventually, type OpenKitchen, openKitchen } from '../../fixtures/running-kitchen.ts'
import { type HostOrder, rankOf, type Step, type Stranger } from '../../fixtures/strangers/model.ts'
import { startStranger1 } from '../../fixtures/strangers/open-delivery-1.ts'

/** A host that was written from the document alone. Its requests are the clock of the test. */

const TURNS = 80
const MOST_OPEN = 6
const REST_WITHIN_MS = 120_000

const TARGETS: Readonly<Record<string, Step>> = {
  confirm: 'CONFIRMED',
  preparing: 'PREPARING',
  'ready-for-pickup': 'READY',
  dispatch: 'IN_DELIVERY',
  delivered: 'DELIVERED',
  pickedUp: 'DELIVERED',
}
const CANCELLATION = { code: 'UNAVAILABLE_ITEM', reason: 'acabou' } as const

const nextExchange = ({ wire }: Stranger): Promise<unknown> => {
  const before = wire.exchanges()
  return eventually('an exchange', () => wire.exchanges() > before, REST_WITHIN_MS)
}

/** Statuses on the board that the host never had, or that came back. */
function watchStatuses(host: Stranger, kitchen: OpenKitchen) {
  const furthest = new Map<string, number>()
  return (): readonly string[] =>
    kitchen
      .core()
      .snapshot()
      .tickets.flatMap(({ orderId, status }) => {
        const order = host.model.orders.get(orderId)
        if (order === undefined) return [`${orderId} is of no order`]
        if (status === '') return []
        if (status === 'CANCELLED') return order.isCancelled ? [] : [`${orderId} is shown as cancelled`]
        const at = order.had.findIndex((step) => step === status)
        const before = furthest.get(orderId) ?? 0
        furthest.set(orderId, Math.max(at, before))
        return at < before ? [`${orderId} is shown as ${status}, and had ${order.had}`] : []
      })
}

/** What is not yet as the host has it. */
function unrest(host: Stranger, kitchen: OpenKitchen): readonly string[] {
  const { tickets, unsettledTaps } = kitchen.core().snapshot()
  const shown = new Map(tickets.map((ticket) => [ticket.orderId, ticket]))
  const wrong = ({ id, step, displayId, items, ...order }: HostOrder): boolean => {
    const ticket = shown.get(id)
    const isEndedHere = ticket?.lane === 'done'
    if (order.isCancelled) return ticket !== undefined && ticket.status !== 'CANCELLED'
    if (rankOf(step) >= rankOf('DELIVERED')) return ticket !== undefined && !isEndedHere
    const lines = (of: HostOrder['items']) => of.map(({ name, quantity }) => `${quantity} ${name}`).join()
    const content = lines(items)
    return (
      ticket === undefined ||
      ticket.status !== step ||
      ticket.displayId !== displayId ||
      !content.startsWith(lines(ticket.lines.map(({ quantity = 0, name }) => ({ name, quantity }))))
    )
  }
  return [
    ...(unsettledTaps > 0 ? [`${unsettledTaps} taps wait`] : []),
    ...[...host.model.events.values()].filter((event) => !event.isAcknowledged).map(({ id }) => `event ${id}`),
    ...[...host.model.orders.values()].filter(wrong).map(({ id }) => `order ${id}`),
  ]
}

/** Taps that ended wrongly, and effects that are not of one tap each. */
function wrongTaps(host: Stranger, folder: string): readonly string[] {
  const { taps } = readLedger(folder)
  const ended = taps.flatMap(({ order_id: id, action, state }) => {
    const order = host.model.orders.get(id)
    const to = TARGETS[action]
    const call = action === 'ready-for-pickup' ? 'readyForPickup' : action
    const isSent = order?.effects.includes(call) === true
    if (state === 'confirmed' && isSent && to && !order.had.some((step) => rankOf(step) >= rankOf(to)))
      return [`${action} of ${id} is confirmed, and it had ${order.had}`]
    return ['confirmed', 'concluded', 'conflict'].includes(state) ? [] : [`${action} of ${id} ended as ${state}`]
  })
  const repeated = [...host.model.orders.values()].flatMap(({ id, effects }) =>
    [...new Set(effects)].flatMap((effect) => {
      const action = effect === 'readyForPickup' ? 'ready-for-pickup' : effect
      const made = taps.filter((tap) => tap.order_id === id && tap.action === action).length
      const done = effects.filter((one) => one === effect).length
      return done > made ? [`${effect} of ${id} had ${done} effects of ${made} taps`] : []
    }),
  )
  return [...ended, ...repeated]
}

it.each([
  ['generic', 1],
  ['generic', 3],
  ['99food', 2],
  ['keeta', 4],
  ['aiqfome', 5],
] as const)(
  'a host of the profile %s, seed %i, with faults, taps and restarts: what it has is shown, and every tap counts once',
  {
    timeout: 5 * REST_WITHIN_MS,
  },
  async (profile, seed) => {
    const host = await startStranger1(seed, profile)
    const kitchen = openKitchen(host)
    onTestFinished(async () => {
      await kitchen.end()
      await host.close()
    })
    const random = seededRandom(seed)
    const wrongStatuses = watchStatuses(host, kitchen)
    const violations = new Set<string>()
    const tap = (): void => {
      const [first, ...others] = kitchen
        .core()
        .snapshot()
        .tickets.filter(({ actions }) => actions.length > 0)
      if (first === undefined) return
      const { orderId, actions } = pick(random, [first, ...others])
      const action = actions[chance(random, 0.8) ? 0 : Math.floor(random() * actions.length)]
      if (action === undefined || action === 'validateCode' || action === 'validatePickupCode') return
      kitchen.core().act({ orderId, action, ...(action === 'requestCancellation' && { cancellation: CANCELLATION }) })
    }
    for (let turn = 0; turn < TURNS; turn += 1) {
      const open = [...host.model.orders.values()].filter(host.model.isOpen).length
      if (open < MOST_OPEN && chance(random, 0.2)) host.model.place()
      host.live()
      if (chance(random, 0.05)) host.wire.trouble(pick(random, [0, 0.2, 0.4]))
      if (chance(random, 0.4)) tap()
      if (chance(random, 0.03)) await kitchen.restart()
      await nextExchange(host)
      for (const each of wrongStatuses()) violations.add(each)
      for (const id of missingEvents(kitchen.folder, host.model.acknowledged)) violations.add(`${id} was lost`)
    }
    await eventually(
      'the board has what the host has',
      () => {
        host.calm()
        return unrest(host, kitchen).length === 0
      },
      REST_WITHIN_MS,
    ).catch(() => undefined)
    for (const each of unrest(host, kitchen)) violations.add(`not at rest: ${each}`)
    for (const each of [...wrongStatuses(), ...wrongTaps(host, kitchen.folder)]) violations.add(each)
    expect({ violations: [...violations], complaints: host.complaints }, JSON.stringify(host.choices)).toEqual({
      violations: [],
      complaints: [],
    })
  },
)
