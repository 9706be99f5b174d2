import type { Settings } from '../../shared/settings.ts'
import { type AlarmCalls, type Alarms, createAlarms } from './alarms.ts'
import { createHistory, type History } from './order-history.ts'
import type { PlatformLink } from './platform-link.ts'
import type { StationBoard } from './station-board.ts'
import type { StationParts } from './station-port.ts'
import { createTaps, type Taps } from './taps.ts'
import { reportingToUnseen } from './unseen-orders.ts'

type StaffCallsParts = StationParts & {
  readonly settings: () => Settings
  readonly link: Pick<PlatformLink, 'engine' | 'isUnsupported'>
  readonly shown: StationBoard
  /** The taps of the order changed: the ticket is drawn again, and the taps are sent. */
  readonly onTapsChanged: (orderId: string) => void
}

export type StaffCalls = {
  readonly calls: Taps & History & AlarmCalls
  readonly alarms: Pick<Alarms, 'check' | 'recordOpenAlarms'>
}

/** The taps, alarms and history calls of a station. */
export function createStaffCalls(parts: StaffCallsParts): StaffCalls {
  const { ledger, cache, client, clock, newId, log, settings, link, shown } = parts
  const { board, meta, projection, unseen, refresh } = shown
  const taps = createTaps({
    ledger,
    client,
    clock,
    newId,
    log,
    ticket: board.ticket,
    settings,
    signal: link.engine.signal,
    isUnsupported: link.isUnsupported,
    onChanged: parts.onTapsChanged,
  })
  const alarms = createAlarms({
    ledger,
    clock,
    tickets: board.tickets,
    settings,
    log,
    attention: parts.attention ?? { beep: () => undefined, notify: () => undefined },
    onAlarmEnded: (orderId) => refresh([orderId]),
    onTested: meta.announce,
    onSeen: (orderId) => cache.saveEarlier(orderId, undefined),
  })
  const history = createHistory({
    ledger,
    cache,
    clock,
    settings,
    clockLog: ledger.facts.clockLog.get,
    saveFile: parts.saveFile ?? (() => Promise.resolve(false)),
    onRecall: (orderId) => {
      projection.recallChanged()
      refresh([orderId])
    },
  })
  return { calls: { ...taps, ...history, ...reportingToUnseen(alarms.calls, unseen, refresh) }, alarms }
}
