import { describe, expect, it } from 'vitest'
import { createHandlers, type HandlerParts } from '../../../electron/ipc/handlers.ts'
import type { Station } from '../../../electron/station/station-port.ts'
import { PRACTISED_CALLS, scenarioCall } from '../../../shared/channels.ts'
import { ok } from '../../../shared/result.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import { NO_LINK, NO_LOCK, NO_SCREENS, NO_UPDATES, SNAPSHOT, WEBHOOK_OFF } from './fakes.ts'

function recordingStation(): { readonly station: Station; readonly calls: unknown[][] } {
  const calls: unknown[][] = []
  const keep =
    <T>(name: string, value: T) =>
    (...args: unknown[]): T => {
      calls.push([name, ...args])
      return value
    }
  const done = ok(null)
  return {
    calls,
    station: {
      start: keep('start', undefined),
      stop: keep('stop', Promise.resolve()),
      snapshot: keep('snapshot', SNAPSHOT),
      tickets: keep('tickets', []),
      settings: { now: keep('settings', SNAPSHOT.settings), onChange: keep('onSettings', () => undefined) },
      onDelta: keep('onDelta', () => undefined),
      fullTickets: keep('fullTickets', []),
      act: keep('act', ok({ tapId: 't1' })),
      receiveTap: keep('receiveTap', ok({ tapId: 't1' })),
      undo: keep('undo', done),
      sendNow: keep('sendNow', done),
      validateCode: keep('validateCode', Promise.resolve(ok({ isValid: false }))),
      acknowledgeCancellation: keep('acknowledgeCancellation', done),
      strikeLine: keep('strikeLine', done),
      startByHand: keep('startByHand', done),
      timeline: keep('timeline', ok([])),
      quietAlarm: keep('quietAlarm', done),
      retryNow: keep('retryNow', undefined),
      windowCrashed: keep('windowCrashed', undefined),
      whole: keep('whole', ok({ text: '', parts: 0 })),
      shown: keep('shown', done),
      drawn: keep('drawn', done),
      rang: keep('rang', done),
      soundTested: keep('soundTested', done),
      history: keep('history', ok({ from: 0, total: 0, entries: [] })),
      recall: keep('recall', done),
      shift: keep('shift', ok({ from: 0, orders: 0, cancelled: 0, onTime: { kept: 0, promised: 0 } })),
      exportHistory: keep('exportHistory', Promise.resolve(ok({ saved: true }))),
      queue: keep('queue', ok([])),
      channelsSeen: keep('channelsSeen', ok([])),
      changeSettings: keep('changeSettings', ok(DEFAULT_SETTINGS)),
      rememberPlaces: keep('rememberPlaces', ok(null)),
      showNotice: keep('showNotice', undefined),
      receiveDelivery: keep('receiveDelivery', ok({ freshEvents: 0 })),
      pollNow: keep('pollNow', undefined),
    },
  }
}

function recordingParts(calls: unknown[][]): Omit<HandlerParts, 'station'> {
  const keep =
    <T>(name: string, value: T) =>
    (...args: unknown[]): T => {
      calls.push([name, ...args])
      return value
    }
  return {
    lock: {
      status: keep('lock.status', NO_LOCK),
      admits: keep('admits', true),
      isOpen: keep('isOpen', true),
      unlock: keep('unlock', Promise.resolve(ok(NO_LOCK))),
      set: keep('set', Promise.resolve(ok(NO_LOCK))),
      lockNow: keep('lockNow', ok(NO_LOCK)),
      clearPin: keep('forget', undefined),
      newSession: () => {
        throw new Error('A window has the lock itself')
      },
    },
    setup: {
      status: keep('setup.status', Promise.resolve(ok({ state: 'empty' }))),
      readAddress: keep('readAddress', ok({ fault: 'empty' })),
      test: keep('test', Promise.resolve(ok({ mayKeep: true }))),
      keep: keep('keep', Promise.resolve(ok({}))),
      paste: keep('paste', Promise.resolve(ok({ text: '' }))),
    },
    practice: {
      begin: keep('begin', Promise.resolve(ok(SNAPSHOT))),
      act: keep('practice.act', ok({ tapId: 't1' })),
      end: keep('end', Promise.resolve(ok(null))),
    },
    scenarios: {
      begin: keep('scenarios.begin', Promise.resolve(ok({ endsInMs: 1 }))),
      end: keep('scenarios.end', Promise.resolve(ok(null))),
      last: keep('scenarios.last', ok(null)),
      station: () => undefined,
    },
    disconnect: keep('disconnect', Promise.resolve(ok({}))),
    printing: {
      printers: keep('printers', Promise.resolve(ok([]))),
      print: keep('print', Promise.resolve(ok({ printed: 1 }))),
    },
    computerStatus: keep('computerStatus', Promise.resolve({ watchdog: 'ready' as const, displays: [] })),
    webhookStatus: keep('webhookStatus', WEBHOOK_OFF),
    screens: {
      status: keep('screens.status', ok(NO_SCREENS)),
      openPairing: keep('openPairing', Promise.resolve(ok(NO_SCREENS))),
      stopPairing: keep('stopPairing', ok(NO_SCREENS)),
      revoke: keep('revoke', ok(NO_SCREENS)),
      handOver: keep('handOver', ok(NO_SCREENS)),
      takeBack: keep('takeBack', ok(NO_SCREENS)),
      renewRecoveryCode: keep('renewRecoveryCode', Promise.resolve(ok({ code: '0000-0000' }))),
      find: keep('find', Promise.resolve(ok({ stations: [] }))),
      join: keep('join', Promise.resolve(ok({ outcome: 'joined' as const }))),
    },
    customers: {
      status: keep('customers.status', ok(NO_LINK)),
      open: keep('customers.open', Promise.resolve(ok(NO_LINK))),
      close: keep('customers.close', Promise.resolve(ok(NO_LINK))),
    },
    settingsFile: {
      exportSettings: keep('exportSettings', Promise.resolve(ok({ isSaved: true }))),
      importSettings: keep('importSettings', Promise.resolve(ok({ outcome: 'cancelled' as const }))),
    },
    updates: {
      status: keep('updates.status', NO_UPDATES),
      readFeed: keep('updates.check', Promise.resolve()),
      install: keep('updates.install', Promise.resolve()),
    },
    version: '1.2.3',
    exportDiagnostics: keep('exportDiagnostics', Promise.resolve(ok({ isSaved: true }))),
    quit: keep('quit', undefined),
  }
}

describe('a practice', () => {
  it('handles the calls about its orders in its own station, and none of them reaches the kitchen', async () => {
    const real = recordingStation()
    const practised = recordingStation()
    const parts = recordingParts(real.calls)
    const handlers = createHandlers({
      station: real.station,
      ...parts,
      scenarios: { ...parts.scenarios, station: () => practised.station },
    })
    expect(handlers['scenario/board:snapshot'](null)).toEqual(ok(SNAPSHOT))
    await handlers['scenario/order:act']({ orderId: 'o1', action: 'confirm' })
    await handlers['scenario/order:acknowledge-cancellation']({ orderId: 'o2' })
    await handlers['scenario/tap:undo']({ tapId: 't1' })
    await handlers['scenario/sync:retry-now'](null)
    expect(practised.calls).toEqual([
      ['snapshot'],
      ['act', { orderId: 'o1', action: 'confirm' }],
      ['acknowledgeCancellation', 'o2'],
      ['undo', 't1'],
      ['retryNow'],
    ])
    expect(real.calls).toEqual([])
    expect(PRACTISED_CALLS.filter((name) => handlers[scenarioCall(name)] === undefined)).toEqual([])
  })

  it('refuses these calls after its end: a late tap never reaches the kitchen', () => {
    const { station, calls } = recordingStation()
    const handlers = createHandlers({ station, ...recordingParts(calls) })
    expect(handlers['scenario/order:act']({ orderId: 'o1', action: 'confirm' })).toMatchObject({ code: 'not-allowed' })
    expect(calls).toEqual([])
  })
})

describe('createHandlers', () => {
  it('passes each call to the right part of the station', async () => {
    const { station, calls } = recordingStation()
    const handlers = createHandlers({ station, ...recordingParts(calls) })
    expect(handlers['board:snapshot'](null)).toEqual(ok(SNAPSHOT))
    await handlers['order:act']({ orderId: 'o1', action: 'confirm' })
    expect(await handlers['order:validate-code']({ orderId: 'o1', code: '42' })).toEqual(ok({ isValid: false }))
    await handlers['order:acknowledge-cancellation']({ orderId: 'o2' })
    await handlers['order:strike-line']({ orderId: 'o3', lineId: '0:x', struck: true })
    await handlers['order:start-by-hand']({ orderId: 'o4' })
    await handlers['order:timeline']({ orderId: 'o5' })
    await handlers['order:quiet-alarm']({ orderId: 'o6', how: 'silenced' })
    await handlers['order:shown']({ orderIds: ['o7'] })
    await handlers['order:drawn']({ orderIds: ['o7'], version: 3 })
    await handlers['order:rang']({ rings: [] })
    await handlers['sound:tested']({ heard: true })
    await handlers['history:list']({ daysAgo: 0, search: 'x', page: 1 })
    await handlers['history:recall']({ orderId: 'o8', recalled: true })
    await handlers['history:shift']({ daysAgo: 2 })
    await handlers['history:export']({ daysAgo: 0, search: '', format: 'json' })
    await handlers['tap:undo']({ tapId: 't1' })
    await handlers['tap:send-now']({ tapId: 't2' })
    await handlers['queue:list'](null)
    await handlers['settings:change']({ undoSeconds: 0 })
    await handlers['settings:export'](null)
    await handlers['settings:import'](null)
    await handlers['setup:status'](null)
    await handlers['setup:address']({ address: 'https://a.test', hash: 'h' })
    await handlers['setup:test']({ credentials: { clientId: 'c', clientSecret: 's' } })
    await handlers['setup:keep']({ where: 'this-run' })
    await handlers['setup:paste'](null)
    await handlers['practice:begin'](null)
    await handlers['practice:act']({ orderId: 'o1', action: 'confirm' })
    await handlers['practice:end'](null)
    await handlers['scenario:begin']({ name: 'outage', isConfirmed: true })
    await handlers['scenario:end']({ ending: 'stopped' })
    await handlers['scenario:last'](null)
    await handlers['view:remember']({ view: 'counter' })
    await handlers['places:remember']({ places: '{}' })
    await handlers['print:printers'](null)
    await handlers['print:tickets']({ orderId: 'o9' })
    await handlers['webhook:status'](null)
    await handlers['lock:status'](null)
    await handlers['lock:unlock']({ pin: '1234' })
    await handlers['lock:set']({ pin: null, current: '1234' })
    await handlers['lock:lock-now'](null)
    await handlers['diagnostics:export'](null)
    expect(handlers['app:about'](null)).toEqual(ok({ version: '1.2.3' }))
    expect(handlers['app:quit'](null)).toEqual(ok(null))
    expect(calls).toEqual([
      ['snapshot'],
      ['act', { orderId: 'o1', action: 'confirm' }],
      ['validateCode', 'o1', '42'],
      ['acknowledgeCancellation', 'o2'],
      ['strikeLine', 'o3', '0:x', true],
      ['startByHand', 'o4'],
      ['timeline', 'o5'],
      ['quietAlarm', 'o6', 'silenced'],
      ['shown', ['o7']],
      ['drawn', ['o7'], 3],
      ['rang', []],
      ['soundTested', true],
      ['history', { daysAgo: 0, search: 'x', page: 1 }],
      ['recall', 'o8', true],
      ['shift', 2],
      ['exportHistory', { daysAgo: 0, search: '', format: 'json' }],
      ['undo', 't1'],
      ['sendNow', 't2'],
      ['queue'],
      ['changeSettings', { undoSeconds: 0 }],
      ['exportSettings'],
      ['importSettings'],
      ['setup.status'],
      ['readAddress', { address: 'https://a.test', hash: 'h' }],
      ['test', { credentials: { clientId: 'c', clientSecret: 's' } }],
      ['keep', { where: 'this-run' }],
      ['paste'],
      ['begin'],
      ['practice.act', { orderId: 'o1', action: 'confirm' }],
      ['end'],
      ['scenarios.begin', { name: 'outage', isConfirmed: true }],
      ['scenarios.end', { ending: 'stopped' }],
      ['scenarios.last'],
      ['changeSettings', { view: 'counter' }],
      ['rememberPlaces', '{}'],
      ['printers'],
      ['print', 'o9'],
      ['webhookStatus'],
      ['lock.status'],
      ['unlock', '1234'],
      ['set', { pin: null, current: '1234' }],
      ['lockNow'],
      ['exportDiagnostics'],
      ['quit'],
    ])
  })
})
