import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { z } from 'zod'

/** The feed of this package. */
export type Feed = {
  /** Folder of the feed. */
  readonly url: string
  readonly channel: string | undefined
  /** Name of the folder in which downloads are kept. */
  readonly cacheFolder: string
}

/** For messages. */
const FEED_FILE = 'app-update.yml'
/** That file, as electron-builder writes it from `publish` of electron-builder.yml. */
const feedSchema = z.object({
  provider: z.literal('generic'),
  url: z.url(),
  channel: z.string().optional(),
  updaterCacheDirName: z.string().regex(/^[\w.-]+$/),
})

/** A test, or a shop that serves the feed by itself, may do without a certificate on its own machine. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Reads the text of `app-update.yml`.
 * @throws when it is no generic feed, or its address is neither https nor on this machine
 */
export function parseFeed(text: string): Feed {
  // The updater's YAML reader. It does not check the feed.
  const parsed: unknown = parseUpdateInfo(text, FEED_FILE, new URL('file:///'))
  const { url, channel, updaterCacheDirName } = feedSchema.parse(parsed)
  const { protocol, hostname } = new URL(url)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
  if (!isSafe) throw new Error('The address of the feed has to begin with https://')
  return { url, channel, cacheFolder: updaterCacheDirName }
}
