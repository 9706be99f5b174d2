import type { BoardSnapshot, CallResult } from '../../shared/contract.ts'
import { fail, ok } from '../../shared/result.ts'
import { DEFAULT_SETTINGS, type Locale, type Settings } from '../../shared/settings.ts'
import type { Station } from '../station/station-port.ts'

/** Why there is no station; a key of the screen's texts. */
export type RefusalNotice = 'storage-newer' | 'storage-damaged' | 'storage-failing'

/**
 * Replaces the station while the storage cannot be opened: the window opens, shows the reason, and refuses every call.
 * It never polls: an event acknowledged without being stored would be lost for ever. Nothing on disk is changed.
 * `locale`: the kitchen's language, if it is known.
 */
export function createRefusingStation(notice: RefusalNotice, now: () => number, locale: Locale | undefined): Station {
  const settings: Settings = locale === undefined ? DEFAULT_SETTINGS : { ...DEFAULT_SETTINGS, locale }
  const refused = (): CallResult<never> => fail('storage', `No storage: ${notice}`)
  const snapshot = (): BoardSnapshot => ({
    version: 0,
    tickets: [],
    // The notice gives the reason; the badge's own words for storage are about room on the disk.
    freshness: { state: 'stale' },
    unsettledTaps: 0,
    clock: { platformNow: now(), skewMs: 0 },
    settings,
    notice,
  })
  return {
    start: () => undefined,
    stop: () => Promise.resolve(),
    snapshot,
    tickets: () => [],
    settings: { now: () => settings, onChange: () => () => undefined },
    onDelta: () => () => undefined,
    fullTickets: () => [],
    act: refused,
    receiveTap: refused,
    undo: refused,
    sendNow: refused,
    validateCode: () => Promise.resolve(refused()),
    acknowledgeCancellation: refused,
    strikeLine: refused,
    startByHand: refused,
    timeline: () => ok([]),
    quietAlarm: refused,
    shown: refused,
    drawn: refused,
    rang: refused,
    soundTested: refused,
    history: refused,
    recall: refused,
    shift: refused,
    exportHistory: () => Promise.resolve(refused()),
    queue: () => ok([]),
    channelsSeen: () => ok([]),
    changeSettings: refused,
    rememberPlaces: refused,
    receiveDelivery: refused,
    // The missing storage is the more important notice.
    showNotice: () => undefined,
    pollNow: () => undefined,
    whole: refused,
    windowCrashed: () => undefined,
    retryNow: () => undefined,
  }
}
