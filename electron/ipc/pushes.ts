import type { PushName } from '../../shared/contract/calls.ts'
import { type PushPayload, pushes } from '../../shared/contract/contract.ts'
import type { Log } from '../logging/log-port.ts'

/** The part of a window that sending needs (`BrowserWindow` fits). */
export type PushTarget = {
  isDestroyed(): boolean
  readonly webContents: { isDestroyed(): boolean; send(push: string, payload: unknown): void }
}

export type SendPush = <P extends PushName>(push: P, payload: PushPayload<P>) => void

/** Sends a message to every open window. A payload that does not fit the contract is logged and not sent. */
export function createPushes(windows: () => readonly PushTarget[], log: Log): SendPush {
  return (push, payload) => {
    const checked = pushes[push].safeParse(payload)
    if (!checked.success) {
      log.error('push-malformed', { push, place: checked.error.issues[0]?.path.join('.') })
      return
    }
    for (const window of windows()) sendTo(window, push, checked.data, log)
  }
}

/** A window may be closed, or its frame disposed of, between the check and the sending: the error is caught here. */
function sendTo(window: PushTarget, push: PushName, payload: unknown, log: Log): void {
  if (window.isDestroyed() || window.webContents.isDestroyed()) return
  try {
    window.webContents.send(push, payload)
  } catch {
    log.warn('push-not-delivered', { push })
  }
}
