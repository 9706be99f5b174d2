import type { ControlCommands } from './control.ts'
import type { RehearsalDesk } from './desk.ts'
import type { FaultRule } from './faults.ts'
import type { OrderRequest } from './order-request.ts'
import type { PoisonEvent } from './poison.ts'
import type { Pace, PaceName } from './scenario.ts'
import type { CourierEvent, Move } from './vocabulary.ts'
import type { HostDialect } from './world.ts'

/** What is commanded from outside: everything but the door itself and the end. */
export type ControlledPlatform = RehearsalDesk & {
  /** The platform cannot be reached any more: `refuse` (the default) stops listening, `reset` breaks each connection. */
  beginOutage(how?: 'refuse' | 'reset'): Promise<void>
  endOutage(): Promise<void>
}

type OrderId = { readonly orderId: string }

/** The platform's surface as commands whose arguments and results are JSON. */
export function controlCommands(platform: ControlledPlatform): ControlCommands {
  return {
    place: (request: OrderRequest) => platform.place(request),
    cancel: ({ orderId, code, reason }: OrderId & { readonly code: string; readonly reason: string }) =>
      platform.cancel(orderId, code, reason),
    requestPreparation: ({ orderId }: OrderId) => platform.requestPreparation(orderId),
    decideCancellation: ({ orderId, answer }: OrderId & { readonly answer: 'accept' | 'deny' }) =>
      platform.decideCancellation(orderId, answer),
    courier: ({ orderId, event }: OrderId & { readonly event: CourierEvent }) => platform.courier(orderId, event),
    move: ({ orderId, move }: OrderId & { readonly move: Move }) => platform.model.move(orderId, move),
    conclude: ({ orderId }: OrderId) => platform.model.conclude(orderId),
    poisonEvent: ({ kind, orderId }: { readonly kind: PoisonEvent; readonly orderId?: string }) =>
      platform.poisonEvent(kind, orderId),
    fault: (rule: FaultRule) => {
      platform.fault(rule)
    },
    clearFaults: () => platform.clearFaults(),
    beginOutage: ({ how }: { readonly how?: 'refuse' | 'reset' }) => platform.beginOutage(how),
    endOutage: () => platform.endOutage(),
    revokeTokens: () => platform.revokeTokens(),
    setDialect: (change: Partial<HostDialect>) => platform.setDialect(change),
    setClockSkew: ({ ms }: { readonly ms: number }) => platform.setClockSkew(ms),
    startScenario: ({ pace }: { readonly pace: PaceName | Pace }) => {
      platform.startScenario(pace)
    },
    orders: () => platform.orders(),
    order: ({ orderId }: OrderId) => platform.order(orderId),
    requests: () => platform.ledger.entries(),
    violations: () => platform.ledger.violations(),
    unacknowledged: () => platform.ledger.unacknowledged(),
    wasOrderReadAfter: ({ eventId }: { readonly eventId: string }) => platform.wasOrderReadAfter(eventId),
    events: () => platform.model.events(),
  }
}
