import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exclusively } from './setup/lock.mjs'
import { installModules, reasonToInstall } from './setup/modules.mjs'
import { NEEDS, provideSystemPrograms } from './setup/system.mjs'

/**
 * Brings a fresh clone to the point where everything runs; does nothing, in milliseconds, when all is there.
 * Written in plain JavaScript for any Node from 20 on, because nothing is installed when it starts.
 */

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** @param {keyof typeof NEEDS} purpose what the programs of the system are needed for */
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
