/** The clipboard of the machine. */
export type Clipboard = { readText(): Promise<string>; clear(): unknown }

/** A clipboard that cannot be read counts as empty. */
export async function readClipboard(clipboard: Clipboard): Promise<string> {
  try {
    return await clipboard.readText()
  } catch {
    return ''
  }
}

/** Removes a pasted secret from the clipboard, so that the next person cannot paste it. */
export async function clearSecret(clipboard: Clipboard, secret: string): Promise<void> {
  if ((await readClipboard(clipboard)).includes(secret)) clipboard.clear()
}
