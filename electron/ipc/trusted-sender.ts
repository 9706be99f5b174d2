/** What the check needs of an Electron IPC event (`IpcMainInvokeEvent` fits). */
export type SenderEvent = {
  readonly sender: { readonly id: number }
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

export type SenderRules = {
  /** Whether the web contents with this id belong to an open window of this program. */
  readonly isAppWindow: (contentsId: number) => boolean
  readonly isAppUrl: (address: string) => boolean
}

/**
 * SECURITY: ipc-sender (docs/security.md). A call is accepted only from the top frame of one of the program's windows that
 * shows the program's own origin. Fails closed: a frame that is gone, or whose properties throw because it was disposed of,
 * is refused.
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
