import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openCore } from '../../electron/composition/open-core.ts'
import { createCallExecutor } from '../../electron/ipc/calls.ts'
import { createHandlers, type HandlerParts } from '../../electron/ipc/handlers.ts'
import { fetchOver } from '../../electron/platform/web-fetch.ts'
import { createPairedScreens } from '../../electron/screens/paired-screens.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import { createSealedFileStore } from '../../packages/station/sealed-file-store.ts'
import { assertNever, ok } from '../../shared/result.ts'
import { noDatagrams } from '../fixtures/no-datagrams.ts'
import type { CoreStep, ScreenedCoreCommand, ScreenedCoreStart } from './screen-kill-messages.ts'
import { createSteps, reportLine, STDERR_LOG } from './step-reports.ts'

/** A main computer with its screens in a separate process that can be killed: the parts of the app's main process. */

/** 32 bytes in base64, in place of the keychain. */
const KEY = 'c3RhdGlvbiBwcm9jZXNzIHVuZGVyIHRlc3Q6IGtleSE='

// The process that starts this one writes the argument and the commands: they are of these types by construction.
const start = JSON.parse(process.argv[2] ?? '') as ScreenedCoreStart
const { profile, settings, screensPort, ...credentials } = start
const steps = createSteps<CoreStep>()
const clock = createSystemClock()
const log = STDERR_LOG

const kitchen = openCore({
  folder: profile,
  connection: async () => ok({ ...credentials, scope: 'od.orders' }),
  settings: Promise.resolve(settings),
  fetch: fetchOver(fetch),
  isOnline: () => true,
  clock,
  log,
  restart: () => {
    reportLine({ kind: 'restart-wanted' })
    process.exit(0)
  },
})
kitchen.facts.screensPort.set(screensPort)
const core: typeof kitchen = {
  ...kitchen,
  receiveTap(tap) {
    steps.reach('arrived')
    const result = kitchen.receiveTap(tap)
    steps.reach('stored')
    // The verdict is written to the socket before this call returns.
    setImmediate(() => steps.reach('answered'))
    return result
  },
}
// Screens can make only the main computer's own calls, so the other handlers are empty.
const parts = { core, lock: core.lock, setup: {}, practice: { core: () => undefined } }
const screens = createPairedScreens({
  core,
  answer: createCallExecutor({ handlers: createHandlers(parts as unknown as HandlerParts), admit: core.admit, log }),
  secrets: createSealedFileStore(join(profile, 'secrets.json'), KEY),
  profile,
  version: '1.0.0',
  openDatagrams: noDatagrams,
  clock,
  log,
})

async function obey(command: ScreenedCoreCommand): Promise<void> {
  switch (command.kind) {
    case 'pair': {
      await screens.openPairing()
      const state = screens.session.state()
      if (state.state !== 'open') throw new Error('No pairing is open')
      return reportLine({ kind: 'code', code: state.code })
    }
    case 'kill-at':
      return steps.killAt(command.step)
    case 'look':
      return reportLine({ kind: 'seen', snapshot: core.snapshot() })
    case 'stop':
      await screens.stop()
      await core.stop()
      return process.exit(0)
    default:
      return assertNever(command)
  }
}

reportLine({ kind: 'board' })
core.start()
screens.start()
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => void obey(JSON.parse(line) as ScreenedCoreCommand))
// The process that started it has ended.
lines.on('close', () => process.exit(0))
