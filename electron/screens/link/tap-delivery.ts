import type { CallResult } from '../../../shared/contract.ts'
import type { Log } from '../../logging/log-port.ts'
import type { TimeService } from '../../sync/clock.ts'
import type { KeptItems } from './kept-items.ts'
import type { OverlayItem } from './overlay.ts'
import type { StationLink, VerdictMessage } from './station-link.ts'

/** Pause before a tap is sent again that the station could not store. */
const STORAGE_RETRY_MS = 5_000

/** Sends the taps and marks of this screen to the station until each has a verdict. */
export type TapDelivery = {
  /** Without effect while the station is not reached. */
  send(item: OverlayItem): void
  /** Call after a reconnect: sends everything without a verdict, oldest first. */
  sendAll(): void
  /** Sends again the items whose verdict was lost. */
  sendOverdue(): void
  receiveVerdict(verdict: VerdictMessage): void
}

export function createTapDelivery(parts: {
  readonly kept: KeptItems
  readonly link: Pick<StationLink, 'state' | 'send' | 'ask'>
  readonly clock: Pick<TimeService, 'monotonic' | 'platform' | 'setTimer'>
  /** Called after a verdict; the station's board of this version shows its effect. */
  readonly onJudged: (version: number) => void
  readonly log: Log
}): TapDelivery {
  const { kept, link, clock, onJudged, log } = parts

  const applyVerdict = (item: OverlayItem, result: CallResult<unknown>, version: number): void => {
    if (!result.ok && result.code === 'storage') {
      clock.setTimer(STORAGE_RETRY_MS, () => send(item))
      return
    }
    if (!result.ok) log.warn('tap-not-taken', { orderId: item.orderId, code: result.code })
    kept.recordVerdict(item.id, version)
    onJudged(version)
  }

  const send = (item: OverlayItem): void => {
    if (kept.find(item.id) === undefined || link.state() !== 'reached') return
    kept.recordSent(item.id, clock.monotonic())
    if (item.call === 'order:act') {
      const ageMs = Math.max(0, clock.platform() - item.madeAt)
      link.send({ kind: 'tap', tapId: item.id, ageMs, args: item.args })
      return
    }
    let shownAt = 0
    void link
      .ask(
        item.call,
        item.args,
        (version) => {
          shownAt = version
        },
        item.id,
      )
      .then((result) => {
        if (result.ok || result.code !== 'station-away') applyVerdict(item, result, shownAt)
      })
  }

  return {
    send,
    sendAll() {
      for (const item of kept.unjudged()) send(item)
    },
    sendOverdue() {
      for (const item of kept.overdue(clock.monotonic())) send(item)
    },
    receiveVerdict({ tapId, result, version }) {
      const known = kept.find(tapId)
      if (known) applyVerdict(known.item, result, version)
    },
  }
}
