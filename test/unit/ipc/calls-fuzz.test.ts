import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAdmission } from '../../../electron/core/admission.ts'
import { createCallExecutor, registerCalls } from '../../../electron/ipc/calls.ts'
import { isAppUrl } from '../../../electron/shell/app-protocol.ts'
import { CALLS, callRow } from '../../../shared/contract/calls.ts'
import { contract, FAILURE_CODES } from '../../../shared/contract/contract.ts'
import { createRecordingLog } from '../shell/fakes.ts'
import { createRecordingHandlers, eventFrom, eventFromDisposedFrame, FakeIpc, OWN_URL, OWN_WINDOW } from './fakes.ts'

/** `npm run test:soak` uses 10,000. */
const MESSAGES = Number(process.env.COMANDA_FUZZED_CALLS ?? 2_500)

/**
 * Values that a hostile page could send: everything that structured clone copies, and values similar to valid
 * arguments.
 */
const argument = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
  }),
  fc.constant(null),
  fc.record(
    {
      orderId: fc.oneof(fc.string(), fc.anything()),
      action: fc.oneof(fc.constantFrom('confirm', 'dispatch', 'requestCancellation'), fc.string()),
      tapId: fc.oneof(fc.string(), fc.anything()),
      code: fc.oneof(fc.string(), fc.anything()),
      struck: fc.oneof(fc.boolean(), fc.anything()),
      lineId: fc.string(),
      ['__proto__']: fc.anything(),
    },
    { requiredKeys: [] },
  ),
)

const stranger = fc.oneof(
  fc.constant(eventFromDisposedFrame()),
  fc.constant({ ...eventFrom(), senderFrame: null }),
  fc
    .integer()
    .filter((id) => id !== OWN_WINDOW)
    .map((contentsId) => eventFrom({ contentsId })),
  fc
    .oneof(fc.webUrl(), fc.string(), fc.constantFrom('about:blank', 'app://comanda.evil/', 'file:///index.html'))
    .filter((url) => !isAppUrl(url))
    .map((url) => eventFrom({ url })),
  fc.constantFrom({}, { url: OWN_URL }, undefined).map((parent) => ({
    ...eventFrom(),
    senderFrame: { url: OWN_URL, parent },
  })),
) as fc.Arbitrary<ReturnType<typeof eventFrom>>

const isClonable = (value: unknown): boolean => {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}

const message = {
  call: fc.constantFrom(...CALLS),
  args: fc.array(argument.filter(isClonable), { maxLength: 3 }),
}

function registered(admits: () => boolean = () => true) {
  const ipc = new FakeIpc()
  const { handlers, runs } = createRecordingHandlers()
  const senders = { isAppWindow: (id: number) => id === OWN_WINDOW, isAppUrl }
  const log = createRecordingLog()
  registerCalls({ ipc, answer: createCallExecutor({ handlers, admit: createAdmission(), log }), senders, admits, log })
  return { ipc, runs }
}

describe('calls under random messages', () => {
  it(`runs no handler for a foreign sender in ${MESSAGES} messages`, async () => {
    const { ipc, runs } = registered()
    await fc.assert(
      fc.asyncProperty(message.call, stranger, message.args, async (call, event, args) => {
        expect(await ipc.invoke(call, event, ...args)).toMatchObject({ ok: false, code: 'not-allowed' })
      }),
      { numRuns: MESSAGES },
    )
    expect(runs).toEqual([])
  })

  it(`never rejects in ${MESSAGES} messages, and runs a handler only with arguments of the contract`, async () => {
    const { ipc, runs } = registered()
    await fc.assert(
      fc.asyncProperty(message.call, message.args, async (call, args) => {
        const before = runs.length
        const answer = (await ipc.invoke(call, eventFrom(), ...args)) as { ok: boolean; code?: string }
        if (answer.ok) {
          expect(runs.length).toBe(before + 1)
        } else {
          expect(FAILURE_CODES).toContain(answer.code)
          expect(runs.length).toBe(before)
        }
      }),
      { numRuns: MESSAGES },
    )
    // The generator must produce calls that reach a handler. Otherwise the property above proves nothing.
    expect(runs.length).toBeGreaterThan(MESSAGES / 100)
    for (const { call, args } of runs) expect(contract[call].args.safeParse(args).success).toBe(true)
  })

  it(`runs no guarded handler in ${MESSAGES} messages while the PIN is not entered`, async () => {
    const { ipc, runs } = registered(() => false)
    await fc.assert(
      fc.asyncProperty(message.call, message.args, async (call, args) => {
        await ipc.invoke(call, eventFrom(), ...args)
      }),
      { numRuns: MESSAGES },
    )
    expect(runs.length).toBeGreaterThan(0)
    expect(runs.filter(({ call }) => callRow(call).isGuarded)).toEqual([])
  })
})
