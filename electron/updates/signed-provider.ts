import type { KeyObject } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { basename } from 'node:path/posix'
import type { AppUpdater } from 'electron-updater/out/AppUpdater.js'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { openSignedFeed } from './feed-signature.ts'
import { type WatchedRequests, watchRequests } from './watched-requests.ts'

/** Arguments of a custom provider (electron-updater's providerFactory, "custom"). */
export type SignedProviderOptions = {
  readonly provider: 'custom'
  readonly updateProvider: typeof SignedProvider
  readonly url: string
  readonly channel: string | null
  readonly key: KeyObject
  /** Gets the requests of this provider and of the downloads. */
  readonly onRequests: (requests: WatchedRequests) => void
}

/** Would identify this computer to the feed's host. The share of a version is computed here, without it. */
const IDENTIFIER = 'x-user-staging-id'

/** A generic feed whose signature is checked before one byte of it is parsed. SECURITY: update-signature (docs/security.md) */
export class SignedProvider extends GenericProvider {
  readonly #key: KeyObject

  constructor(options: SignedProviderOptions, updater: AppUpdater, runtimeOptions: ProviderRuntimeOptions) {
    super({ provider: 'generic', url: options.url, channel: options.channel }, updater, runtimeOptions)
    this.#key = options.key
    options.onRequests(watchRequests(this.executor))
  }

  override setRequestHeaders(headers: OutgoingHttpHeaders | null): void {
    const { [IDENTIFIER]: _, ...kept } = headers ?? {}
    super.setRequestHeaders(kept)
  }

  /** A generic feed calls this for the channel file only. */
  protected override async httpRequest(...request: Parameters<GenericProvider['httpRequest']>): Promise<string | null> {
    const text = await super.httpRequest(...request)
    const [url] = request
    return openSignedFeed(text ?? '', basename(url.pathname), this.#key)
  }
}
