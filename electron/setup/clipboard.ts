/** The clipboard of the machine. */
export type Clipboard = { readText(): Promise<string>; clear(): unknown }

/** A clipboard that cannot be read is an empty one: there is always a keyboard. */
export async function readCopied(clipboard: Clipboard): Promise<string> {
  try {
    return await clipboard.readText()
  } catch {
    return ''
  }
}

/** A secret that came by way of the clipboard does not stay there for the next person to paste. */
export async function wipeCopied(clipboard: Clipboard, secret: string): Promise<void> {
  if ((await readCopied(clipboard)).includes(secret)) clipboard.clear()
}
