import type { PowerMonitor, PowerSaveBlocker } from 'electron'

export type PowerParts = {
  readonly blocker: Pick<PowerSaveBlocker, 'start'>
  readonly monitor: Pick<PowerMonitor, 'on'>
  /** After sleep the board is old: poll at once instead of at the next interval. */
  readonly onResume: () => void
}

/** Keeps the display on for as long as the program runs (the system ends the block with the process). */
export function preventDisplaySleep({ blocker, monitor, onResume }: PowerParts): void {
  blocker.start('prevent-display-sleep')
  monitor.on('resume', onResume)
}
