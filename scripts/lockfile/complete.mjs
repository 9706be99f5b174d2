import { readFileSync, writeFileSync } from 'node:fs'
import { completeLock, missingPlatformPackages } from './platform-packages.mjs'

/** `npm run lockfile`: run it after a dependency was added or moved. */
const FILE = new URL('../../package-lock.json', import.meta.url)

const lock = JSON.parse(readFileSync(FILE, 'utf8'))
const missing = missingPlatformPackages(lock)
if (missing.length > 0) writeFileSync(FILE, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
console.log(`package-lock.json: ${missing.length} platform packages added`)
