import { expect, it } from 'vitest'
import { createHandlers, type HandlerParts } from '../../../electron/ipc/handlers.ts'
import { PRACTISED_CALLS, practiceCall } from '../../../shared/contract/calls.ts'
import { ok } from '../../../shared/result.ts'

/** A core that records the calls of its methods, and answers each in the same way. */
function recordingCore() {
  const calls: unknown[][] = []
  const record =
    (_target: object, name: string | symbol) =>
    (...args: unknown[]) => {
      calls.push([name, ...args])
      return ok(null)
    }
  // Every member that the handlers use is a method.
  return { calls, core: new Proxy({}, { get: record }) as HandlerParts['core'] }
}

/** The handlers of a kitchen, while a practice runs at `practised` or none runs. No other part is called here. */
const handlersOf = (core: HandlerParts['core'], practised?: HandlerParts['core']) =>
  createHandlers({ core, practice: { core: () => practised } } as HandlerParts)

it('a practice handles the calls about its orders in its own core, and none of them reaches the kitchen', async () => {
  const [real, practised] = [recordingCore(), recordingCore()]
  const handlers = handlersOf(real.core, practised.core)
  await handlers['practice/board:snapshot'](null)
  await handlers['practice/order:act']({ orderId: 'o1', action: 'confirm' })
  await handlers['practice/order:acknowledge-cancellation']({ orderId: 'o2' })
  await handlers['practice/tap:undo']({ tapId: 't1' })
  await handlers['practice/sync:retry-now'](null)
  expect(practised.calls).toEqual([
    ['snapshot'],
    ['act', { orderId: 'o1', action: 'confirm' }],
    ['acknowledgeCancellation', 'o2'],
    ['undo', 't1'],
    ['retryNow'],
  ])
  expect(real.calls).toEqual([])
  expect(PRACTISED_CALLS.filter((name) => handlers[practiceCall(name)] === undefined)).toEqual([])
})

it('the calls of a practice are refused after its end: a late tap never reaches the kitchen', () => {
  const { core, calls } = recordingCore()
  const late = handlersOf(core)['practice/order:act']({ orderId: 'o1', action: 'confirm' })
  expect(late).toMatchObject({ code: 'not-allowed' })
  expect(calls).toEqual([])
})
