import type { Bridge, CallResult } from '../../shared/contract.ts'
import type { ScreensStatus } from '../../shared/screens.ts'
import { usePolled } from '../window/use-polled.ts'

const LOOK_EVERY_MS = 1_000
const ask = (bridge: Bridge): Promise<CallResult<ScreensStatus>> => bridge.call['screens:status'](null)

/** The other screens and the open pairing, asked again each second while a person looks. */
export const useScreensStatus = () => usePolled(ask, LOOK_EVERY_MS)
