import { CALLS, type CallName, type CallsAtScreen, callRow } from '../../shared/channels.ts'
import { fail, ok } from '../../shared/result.ts'
import type { CallHandlers } from '../ipc/calls.ts'
import { type HandlerParts, programHandlers } from '../ipc/handlers.ts'
import type { ScreenStation } from '../screens/link/screen-station-port.ts'
import type { JoinedLink } from '../screens/pairing/joined-link.ts'
import { addressText } from '../screens/pairing/joined-station.ts'
import type { Promotion } from '../screens/promote-to-station.ts'

/** The parts of the program that every window uses, at a station and at a screen. */
export type ProgramParts = Pick<HandlerParts, 'updates' | 'computerStatus' | 'quit'>

type ScreenHandlerParts = ProgramParts & {
  readonly station: ScreenStation
  readonly link: Pick<JoinedLink, 'station' | 'moveTo'>
  readonly version: string
  /** Ends the role of a screen. */
  readonly leave: () => void
  readonly promotion: Promotion
}

/** Calls that the screen's own main process answers. */
function localHandlers(
  parts: ScreenHandlerParts,
): Pick<CallHandlers, CallsAtScreen<'tap' | 'kept' | 'local' | 'both'>> {
  const { station, link } = parts
  // The answer of the station is checked against the contract in `ipc/calls.ts`.
  type StationResult = never
  return {
    ...programHandlers(parts),
    'board:snapshot': () => ok(station.snapshot()),
    'order:act': station.act,
    'order:acknowledge-cancellation': (args) => station.mark('order:acknowledge-cancellation', args),
    'order:strike-line': (args) => station.mark('order:strike-line', args),
    'order:quiet-alarm': (args) => station.mark('order:quiet-alarm', args),
    'order:drawn': ({ orderIds, version: drawn }) => station.drawn(orderIds, drawn),
    'sound:tested': ({ heard }) => station.soundTested(heard),
    'tap:undo': ({ tapId }) => station.undo(tapId) as Promise<StationResult>,
    'tap:send-now': (args) => station.ask('tap:send-now', args) as Promise<StationResult>,
    'queue:list': () => station.queue(),
    'sync:retry-now': () => {
      station.retryNow()
      return ok(null)
    },
    'settings:change': (patch) => station.changeSettings(patch),
    'view:remember': ({ view }) => {
      const remembered = station.changeSettings({ view })
      return remembered.ok ? ok(null) : remembered
    },
    'places:remember': ({ places }) => station.rememberPlaces(places),
    'lock:status': () => station.ask('lock:status', null) as Promise<StationResult>,
    'screens:joined': () => {
      const joined = link.station()
      return joined === undefined
        ? fail('not-allowed', 'This screen was disconnected')
        : ok({ name: joined.name, address: addressText(joined), screenName: station.name() })
    },
    'screens:move': async ({ address }) => {
      const outcome = await link.moveTo(address)
      if (outcome === 'moved') station.reconnect()
      return ok({ outcome })
    },
    'promotion:status': () => parts.promotion.status(),
    'promotion:begin': (args) => parts.promotion.begin(args),
    'screens:leave': () => {
      parts.leave()
      return ok(null)
    },
  }
}

/** The handlers of a screen's window, each as its row says. */
export function createScreenHandlers(parts: ScreenHandlerParts): CallHandlers {
  const { station } = parts
  const local: Partial<Record<CallName, unknown>> = localHandlers(parts)
  const handlerOf = (call: CallName): unknown => {
    switch (callRow(call).atScreen) {
      case 'tap':
      case 'kept':
      case 'local':
      case 'both':
        return local[call]
      // The row belongs to the name of the call, which the compiler cannot follow.
      case 'station':
        return (args: unknown) => station.ask(call as CallsAtScreen<'station'>, args)
      case 'forwarded':
        return (args: unknown) => {
          station.notifyStation(call as CallsAtScreen<'forwarded'>, args)
          return ok(null)
        }
      case 'unavailable':
        return () => fail('not-allowed', 'This is done at the station')
    }
  }
  // Each call has the handler of its way, which the compiler cannot follow through a list.
  return Object.fromEntries(CALLS.map((call) => [call, handlerOf(call)])) as unknown as CallHandlers
}
