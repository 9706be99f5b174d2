/** What the check needs of an Electron IPC event (`IpcMainInvokeEvent` fits). */
export type SenderEvent = {
  readonly sender: { readonly id: number }
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

export type SenderRules = {
  /** A window that this program opened and that still lives, by the id of its web contents. */
  readonly isAppWindow: (contentsId: number) => boolean
  readonly isAppUrl: (address: string) => boolean
}

/**
 * SECURITY: ipc-sender (docs/security.md). A call counts only from the top frame of one of our windows, showing our own
 * origin. Fails closed: a frame that is gone, or whose properties throw because it was disposed of, is a stranger.
 */
export function isTrustedSender(event: SenderEvent, rules: SenderRules): boolean {
  try {
    const { sender, senderFrame } = event
    if (!senderFrame || senderFrame.parent !== null) return false
    return rules.isAppWindow(sender.id) && rules.isAppUrl(senderFrame.url)
  } catch {
    return false
  }
}
