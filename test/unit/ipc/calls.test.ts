import { describe, expect, it } from 'vitest'
import { createAdmission } from '../../../electron/core/admission.ts'
import { type CallHandlers, createCallExecutor, registerCalls } from '../../../electron/ipc/calls.ts'
import { isAppUrl } from '../../../electron/shell/app-protocol.ts'
import { CALLS } from '../../../shared/contract/calls.ts'
import { fail, ok } from '../../../shared/result.ts'
import { createRecordingLog } from '../shell/fakes.ts'
import { createRecordingHandlers, eventFrom, eventFromDisposedFrame, FakeIpc, OWN_WINDOW, SNAPSHOT } from './fakes.ts'

function registered(overrides: Partial<CallHandlers> = {}, admits: () => boolean = () => true) {
  const ipc = new FakeIpc()
  const log = createRecordingLog()
  const { handlers, runs } = createRecordingHandlers()
  registerCalls({
    ipc,
    answer: createCallExecutor({
      handlers: { ...handlers, ...overrides },
      admit: createAdmission(),
      log,
    }),
    senders: { isAppWindow: (id) => id === OWN_WINDOW, isAppUrl },
    admits,
    log,
  })
  return { ipc, log, runs }
}

/**
 * Valid arguments for each call that the PIN guards. The list is not imported from the product: a row that loses its guard
 * makes these tests fail.
 */
const GUARDED_ARGS = {
  'settings:change': { theme: 'light' },
  'settings:export': null,
  'settings:import': null,
  'setup:address': { address: 'https://a.test' },
  'setup:test': {},
  'setup:keep': { where: 'keychain' },
  'setup:paste': null,
  'setup:file': null,
  'screens:open-pairing': null,
  'screens:stop-pairing': null,
  'screens:revoke': { id: 'd1' },
  'screens:change': { id: 's1', name: 'Balcão', role: 'all', station: '' },
  'screens:hand-over': { id: 'd1' },
  'screens:take-back': null,
  'screens:find': null,
  'screens:join': { address: '192.168.0.10', code: '123456', name: 'Balcão' },
  'screens:move': { address: '192.168.0.10' },
  'screens:leave': null,
  'promotion:begin': null,
  'customers:open-link': null,
  'customers:close-link': null,
  'kitchen:disconnect': { eraseProfile: true },
  'practice:begin': { name: 'outage', isConfirmed: false },
  'history:list': { daysAgo: 0, search: '', page: 0 },
  'history:shift': { daysAgo: 0 },
  'history:export': { daysAgo: 0, search: '', format: 'json' },
  'order:timeline': { orderId: 'o1' },
  'diagnostics:export': null,
  'updates:check': null,
  'updates:install': null,
  'app:quit': null,
} as const

describe('the lock', () => {
  it.each(Object.entries(GUARDED_ARGS))(
    'prevents that %s reaches its handler before the PIN is entered',
    async (call, args) => {
      let isOpen = false
      const { ipc, log, runs } = registered({}, () => isOpen)
      expect(await ipc.invoke(call, eventFrom(), args)).toMatchObject({ ok: false, code: 'locked' })
      expect(runs).toEqual([])
      expect(log.events()).toContain('call-refused')
      isOpen = true
      expect(await ipc.invoke(call, eventFrom(), args)).toMatchObject({ ok: true })
      expect(runs).toEqual([{ call, args: args }])
    },
  )

  it('blocks no other call, and is not checked for malformed calls', async () => {
    const asked: string[] = []
    const { ipc, runs } = registered({}, () => {
      asked.push('asked')
      return false
    })
    await ipc.invoke('order:act', eventFrom(), { orderId: 'o1', action: 'confirm' })
    await ipc.invoke('lock:unlock', eventFrom(), { pin: '1234' })
    expect(runs).toHaveLength(2)
    await ipc.invoke('settings:change', eventFrom(), { theme: 'sepia' })
    await ipc.invoke('settings:change', eventFromDisposedFrame(), { theme: 'light' })
    expect(asked).toEqual([])
  })

  it('stays closed when its state cannot be read', async () => {
    const { ipc, runs } = registered({}, () => {
      throw new Error('disk I/O error')
    })
    expect(await ipc.invoke('app:quit', eventFrom(), null)).toMatchObject({ ok: false, code: 'internal' })
    expect(runs).toEqual([])
  })
})

describe('registerCalls', () => {
  it('answers every call of the contract and no other', () => {
    expect(registered().ipc.calls().toSorted()).toEqual([...CALLS].toSorted())
  })

  it.each([
    ['another window', eventFrom({ contentsId: 8 })],
    ['an origin that looks like the own origin', eventFrom({ url: 'https://comanda/index.html' })],
    ['a deceptive origin', eventFrom({ url: 'app://comanda@evil/index.html' })],
    ['a frame below the top', eventFrom({ parent: {} })],
    ['a frame with an unknown parent', eventFrom({ parent: undefined as never, url: '' })],
    ['a frame that no longer exists', { ...eventFrom(), senderFrame: null }],
    ['a disposed frame', eventFromDisposedFrame()],
  ])('runs no handler for %s, and parses no argument', async (_who, event) => {
    const { ipc, log, runs } = registered()
    for (const args of [null, { orderId: 'o1', action: 'confirm' }, 'malformed']) {
      expect(await ipc.invoke('order:act', event, args)).toMatchObject({ ok: false, code: 'not-allowed' })
    }
    expect(runs).toEqual([])
    expect(new Set(log.events())).toEqual(new Set(['call-from-untrusted-sender']))
  })

  it.each([
    ['nothing', []],
    ['null', [null]],
    ['an unknown action', [{ orderId: 'o1', action: 'refund' }]],
    ['an unknown key', [{ orderId: 'o1', action: 'confirm', sudo: true }]],
    ['an empty id', [{ orderId: '', action: 'confirm' }]],
    ['an id that is too long', [{ orderId: 'x'.repeat(8_001), action: 'confirm' }]],
    ['more than one argument', [{ orderId: 'o1', action: 'confirm' }, 1]],
  ])('runs no handler with %s', async (_what, args) => {
    const { ipc, runs } = registered()
    expect(await ipc.invoke('order:act', eventFrom(), ...args)).toMatchObject({ ok: false, code: 'bad-arguments' })
    expect(runs).toEqual([])
  })

  it('returns a failure of the handler unchanged and logs its code', async () => {
    const { ipc, log } = registered({ 'tap:undo': () => fail('too-late', 'already sent') })
    expect(await ipc.invoke('tap:undo', eventFrom(), { tapId: 't1' })).toEqual({
      ok: false,
      code: 'too-late',
      message: 'already sent',
    })
    expect(log.lines).toEqual([{ level: 'info', event: 'call-failed', fields: { call: 'tap:undo', code: 'too-late' } }])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('canary at https://host/hash')
      },
    ],
    ['rejects', () => Promise.reject(new Error('canary at https://host/hash'))],
    [
      'throws a value that is no error',
      () => {
        throw 'canary'
      },
    ],
  ])('turns a handler that %s into a failure without its message', async (_how, handler) => {
    const { ipc, log } = registered({ 'queue:list': handler as CallHandlers['queue:list'] })
    const answer = await ipc.invoke('queue:list', eventFrom(), null)
    expect(answer).toEqual({ ok: false, code: 'internal', message: 'The call could not be carried out' })
    expect(log.events()).toEqual(['call-threw'])
    expect(JSON.stringify(log.lines)).not.toContain('canary')
  })

  it('returns no result that violates the contract', async () => {
    const { ipc, log } = registered({
      'board:snapshot': () => ok({ ...SNAPSHOT, version: 1.5 }),
      'order:validate-code': () => ok({ isValid: true, clientSecret: 'canary' } as { isValid: boolean }),
    })
    expect(await ipc.invoke('board:snapshot', eventFrom(), null)).toMatchObject({ ok: false, code: 'internal' })
    expect(log.lines[0]).toEqual({
      level: 'error',
      event: 'call-result-malformed',
      fields: { call: 'board:snapshot', place: 'version' },
    })
    expect(await ipc.invoke('order:validate-code', eventFrom(), { orderId: 'o1', code: '1' })).toEqual({
      ok: true,
      value: { isValid: true },
    })
  })
})
