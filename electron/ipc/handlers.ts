import { ok } from '../../shared/result.ts'
import type { Station } from '../station/station.ts'
import type { CallHandlers } from './calls.ts'

/** Every call of the contract, handed to the station. Arguments are checked already; nothing is decided here. */
export function createHandlers(station: Station): CallHandlers {
  return {
    'board:snapshot': () => ok(station.snapshot()),
    'order:act': (args) => station.act(args),
    'order:validate-code': ({ orderId, code }) => station.validateCode(orderId, code),
    'order:acknowledge-cancellation': ({ orderId }) => station.acknowledgeCancellation(orderId),
    'order:strike-line': ({ orderId, lineId, struck }) => station.strikeLine(orderId, lineId, struck),
    'order:start-by-hand': ({ orderId }) => station.startByHand(orderId),
    'order:timeline': ({ orderId }) => station.timeline(orderId),
    'tap:undo': ({ tapId }) => station.undo(tapId),
    'tap:send-now': ({ tapId }) => station.sendNow(tapId),
    'queue:list': () => station.queue(),
    'settings:change': (patch) => station.changeSettings(patch),
  }
}
