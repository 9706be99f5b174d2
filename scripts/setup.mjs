import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exclusively } from './setup/lock.mjs'
import { installModules, reasonToInstall } from './setup/modules.mjs'
import { NEEDS, provideSystemPrograms } from './setup/system.mjs'

/**
 * Installs what a fresh clone needs. When everything is installed, it only checks, which takes milliseconds. Written in
 * plain JavaScript for Node 20 or later, because nothing is installed when it starts.
 */

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** @param {keyof typeof NEEDS} purpose selects the programs of the system that are needed */
export async function setUp(purpose) {
  if (reasonToInstall(ROOT)) {
    await exclusively(join(ROOT, '.cache/setup.lock'), () => {
      const reason = reasonToInstall(ROOT)
      if (!reason) return
      console.log(`Installing the modules (${reason})`)
      installModules(ROOT)
    })
  }
  provideSystemPrograms(purpose)
}
