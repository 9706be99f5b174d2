import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type ElectronApplication, expect, type Page } from '@playwright/test'

/** Collects the access tokens of all requests to the practice platform, which runs in this process. */
export function watchTokens(): { readonly tokens: ReadonlySet<string>; end(): void } {
  const tokens = new Set<string>()
  const listener = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage }
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (token !== undefined) tokens.add(token)
  }
  subscribe('http.server.request.start', listener)
  return { tokens, end: () => unsubscribe('http.server.request.start', listener) }
}

/** The part of the page's bridge that a scan uses. */
export type ScannedBridge = {
  readonly call: Readonly<Record<string, (args: unknown) => Promise<unknown>>>
  readonly on: Readonly<Record<string, (listener: (payload: unknown) => void) => void>>
}

/** Records every later message to the page. */
export const recordPushes = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { on } = Reflect.get(window, 'comanda') as ScannedBridge
    const messages: string[] = []
    Object.assign(window, { messages })
    for (const subscribeTo of Object.values(on)) subscribeTo((payload) => messages.push(JSON.stringify(payload)))
  })

/** Saves the report for support and returns its bytes. */
export async function exportDiagnostics(
  app: { readonly process: ElectronApplication; readonly page: Page },
  path: string,
): Promise<Buffer> {
  await app.process.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
  const answer = await app.page.evaluate(() =>
    (Reflect.get(window, 'comanda') as ScannedBridge).call['diagnostics:export']?.(null),
  )
  expect(answer).toEqual({ ok: true, value: { isSaved: true } })
  return readFileSync(path)
}
