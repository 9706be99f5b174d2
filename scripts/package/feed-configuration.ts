import type { Configuration } from 'electron-builder'
import { parseFeedKey } from '../../electron/updates/feed-signature.ts'

/** Checks the feed of electron-builder.yml, and sets the share of computers that a feed is for (docs/updates.md). */

const SHARE_LINE = /^stagingPercentage: .*\n?/gm

/**
 * The text of a feed for a share of all computers; 100 removes the line.
 * @param share whole per cent
 */
export function withShare(text: string, share: number): string {
  if (!Number.isInteger(share) || share < 0 || share > 100) throw new Error('The share is a whole number from 0 to 100')
  const rest = text.replaceAll(SHARE_LINE, '')
  return share === 100 ? rest : `${rest}stagingPercentage: ${share}\n`
}

const keyOf = ({ extraMetadata }: Configuration): unknown => extraMetadata?.updateKey

/**
 * A package has either no feed, or a generic feed with an https address and the key of its signature.
 * @throws for any other configuration
 */
export function checkFeed(configuration: Configuration): void {
  const { publish } = configuration
  const key = keyOf(configuration)
  if (publish === null || publish === undefined) {
    if (key !== undefined) throw new Error('electron-builder.yml has an updateKey but no feed (publish)')
    return
  }
  if (typeof publish !== 'object' || Array.isArray(publish) || publish.provider !== 'generic') {
    throw new Error('"publish" in electron-builder.yml must be one generic feed')
  }
  if (!('url' in publish) || !String(publish.url).startsWith('https://')) {
    throw new Error('The address of the feed must begin with https://')
  }
  if (typeof key !== 'string') throw new Error('A feed needs the key of its signature: extraMetadata.updateKey')
  parseFeedKey(key)
}
