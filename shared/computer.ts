import { z } from 'zod'

/**
 * Whether the system can start the program again: `not-here`: not on this system; `not-installed`: only a package can;
 * `no-service`: this machine lacks what does it; `failed`: it refused.
 */
const WATCHDOG_STATES = ['ready', 'not-here', 'not-installed', 'no-service', 'failed'] as const
export type WatchdogState = (typeof WATCHDOG_STATES)[number]

export const computerStatusSchema = z.object({ watchdog: z.enum(WATCHDOG_STATES) })
export type ComputerStatus = z.infer<typeof computerStatusSchema>
