import type { Bridge, CallResult } from '../../shared/contract.ts'
import type { ScreensStatus } from '../../shared/screens.ts'
import { usePolled } from '../window/use-polled.ts'

const POLL_INTERVAL_MS = 1_000
const readStatus = (bridge: Bridge): Promise<CallResult<ScreensStatus>> => bridge.call['screens:status'](null)

/** The other screens and the open pairing, polled each second while they are shown. */
export const useScreensStatus = () => usePolled(readStatus, POLL_INTERVAL_MS)
