import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openScreenBackend } from '../../electron/composition/screen-backend.ts'
import type { ScreenChannel } from '../../electron/screens/link/link-messages.ts'
import { linkAccountOf, openIdentity } from '../../electron/screens/pairing/identity.ts'
import { joinMain } from '../../electron/screens/pairing/join-service.ts'
import { openJoinedLink, saveMainComputer } from '../../electron/screens/pairing/main-computer.ts'
import { createMemoryStore } from '../../electron/secrets/secret-store.ts'
import { openRoleFile } from '../../electron/storage/role-file.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import { createSealedFileStore } from '../../packages/station/sealed-file-store.ts'
import { assertNever } from '../../shared/result.ts'
import { callsOf, noSuchHost } from '../fixtures/joined-screen.ts'
import type { ScreenCommand, ScreenStart, ScreenTapStep } from './screen-kill-messages.ts'
import { createSteps, reportLine, STDERR_LOG } from './step-reports.ts'

/** A screen in a separate process that can be killed: the parts of the app's main process, without a window. */

/** 32 bytes in base64, in place of the keychain. */
const KEY = 'c2NyZWVuIHByb2Nlc3MgdW5kZXIgdGVzdCwgYSBrZXk='

// The process that starts this one writes the argument and the commands: they are of these types by construction.
const { profile, name, port, code } = JSON.parse(process.argv[2] ?? '') as ScreenStart
const secrets = createSealedFileStore(join(profile, 'secrets.json'), KEY)
const role = openRoleFile(profile)
const steps = createSteps<ScreenTapStep>()

async function joinWith(digits: string): Promise<void> {
  const identity = await openIdentity(secrets, linkAccountOf(profile))
  if (!identity.ok) throw new Error('The screen has no key')
  const address = { host: '127.0.0.1', port }
  const signal = new AbortController().signal
  const joined = await joinMain({ identity: identity.value, address, code: digits, name, signal })
  if (!joined.ok) throw new Error(`not joined: ${joined.message}`)
  saveMainComputer(role, joined.value)
}

/** The channel. It also reports the steps of a tap that are visible on it. */
const watched = (channel: ScreenChannel): ScreenChannel => ({
  get unsentBytes() {
    return channel.unsentBytes
  },
  onClose: (listener) => channel.onClose(listener),
  close: (reason) => channel.close(reason),
  send(text) {
    const isTap = text.startsWith('{"kind":"tap"')
    if (isTap) steps.reach('kept')
    channel.send(text)
    if (isTap) steps.reach('sent')
    if (text.includes('"call":"tap:undo"')) steps.reach('undo-sent')
  },
  onMessage: (listener) =>
    channel.onMessage((text) => {
      const isVerdict = text.startsWith('{"kind":"verdict"')
      if (isVerdict) steps.reach('verdict')
      listener(text)
      if (isVerdict) steps.reach('settled')
    }),
})

if (code !== undefined) await joinWith(code)
const clock = createSystemClock()
const link = openJoinedLink({ role, secrets, profile, lookup: noSuchHost, clock })
const backend = openScreenBackend({
  profile,
  version: '1.0.0',
  clock,
  log: STDERR_LOG,
  link: { ...link, connect: async (signal) => watched(await link.connect(signal)) },
  leave: () => undefined,
  promotion: { role, ownKey: async () => undefined, secrets: createMemoryStore(), restart: () => undefined },
  isKeychainHanging: () => false,
})
// Only calls about orders are made here.
const calls = callsOf(backend)

async function obey(command: ScreenCommand): Promise<void> {
  switch (command.kind) {
    case 'tap': {
      const { orderId, action } = command
      const taken = await calls['order:act']({ orderId, action })
      if (!taken.ok) return reportLine({ kind: 'refused', code: taken.code })
      reportLine({ kind: 'tapped', tapId: taken.value.tapId, orderId, action })
      return steps.reach('tapped')
    }
    case 'undo': {
      const { tapId } = command
      if ((await calls['tap:undo']({ tapId })).ok) reportLine({ kind: 'undone', tapId })
      return
    }
    case 'kill-at':
      return steps.killAt(command.step)
    case 'look':
      return reportLine({ kind: 'seen', snapshot: backend.core.snapshot() })
    case 'stop':
      await backend.stop()
      return process.exit(0)
    default:
      return assertNever(command)
  }
}

reportLine({ kind: 'board' })
backend.core.start()
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => void obey(JSON.parse(line) as ScreenCommand))
// The process that started it has ended.
lines.on('close', () => process.exit(0))
