import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { signFeed } from '../electron/updates/feed-signature.ts'
import { withShare } from './package/feed-configuration.ts'
import { readArguments } from './script-arguments.ts'

/**
 * `npm run feed:sign -- dist/latest-linux.yml … [--share 20]` signs feeds with the PEM key of `COMANDA_FEED_KEY` or of the
 * file `COMANDA_FEED_KEY_FILE`. `-- --new-key FILE` makes a pair of keys. When: docs/updates.md.
 */

const OWNER_ONLY = 0o600

const USAGE = `npm run feed:sign -- FEED… [--share PERCENT]
npm run feed:sign -- --new-key FILE
  --share PERCENT  share of the installations that get the update
  --new-key FILE   makes a pair of keys: the private one in this file, the public one on the screen`

const { values, positionals } = readArguments(USAGE, (args) => {
  const options = parseArgs({
    args: [...args],
    options: { share: { type: 'string' }, 'new-key': { type: 'string' } },
    allowPositionals: true,
  })
  if (options.values['new-key'] === undefined && options.positionals.length === 0) {
    throw new Error('Name the feeds to sign, for example dist/latest-linux.yml')
  }
  return options
})

function privateKey(): string {
  const { COMANDA_FEED_KEY: key, COMANDA_FEED_KEY_FILE: file } = process.env
  if (key !== undefined && key !== '') return key
  if (file !== undefined && file !== '') return readFileSync(file, 'utf8')
  throw new Error('Set COMANDA_FEED_KEY to the private key of the feed, or COMANDA_FEED_KEY_FILE to its file')
}

const newKeyFile = values['new-key']
if (newKeyFile !== undefined) {
  const pair = generateKeyPairSync('ed25519')
  // `wx` does not overwrite a key, because installed packages accept only the key that they were made with.
  writeFileSync(newKeyFile, pair.privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: OWNER_ONLY, flag: 'wx' })
  console.log(`updateKey: ${pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`)
} else {
  const key = privateKey()
  for (const file of positionals) {
    const text = readFileSync(file, 'utf8').replaceAll(/^# signature: .*\n?/gm, '')
    const shared = values.share === undefined ? text : withShare(text, Number(values.share))
    writeFileSync(file, signFeed(shared, basename(file), key))
    console.log(`signed ${file}`)
  }
}
