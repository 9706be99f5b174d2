import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  createLedgerReceiver,
  createLedgerSender,
  type LedgerFromScreen,
} from '../../../electron/screens/moving/ledger-transfer.ts'
import { createPromotion } from '../../../electron/screens/promotion.ts'
import { createMemoryStore } from '../../../electron/secrets/secret-store.ts'
import { prepareIncoming } from '../../../electron/storage/carry-ledger.ts'
import { NO_BACKUPS } from '../../../electron/upkeep/upkeep.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'
import { createTestLedger, tempFolder } from '../storage/test-ledger.ts'

const SUCCESSOR = 'key of the successor'

/** A main computer that has handed over, and a screen that asks for its ledger, as this device. */
function transfer(deviceId: string, { isSettled = true, answers = Number.POSITIVE_INFINITY } = {}) {
  const folder = tempFolder()
  const source = join(folder, 'source')
  const content = Buffer.alloc(120_000, 'ledger')
  writeFileSync(source, content)
  const clock = createVirtualClock()
  let taken = 0
  let left = answers
  const sender = createLedgerSender({
    handOver: {
      state: () => ({ at: 1, to: SUCCESSOR, isSettled }),
      recordTaken() {
        taken += 1
        return true
      },
    },
    backups: {
      ...NO_BACKUPS,
      onRenewed(listener) {
        listener({ path: source, at: 1 })
        return () => undefined
      },
    },
    keyOf: (id) => (id === 'successor' ? SUCCESSOR : `key of ${id}`),
    clock: { setTimer: (_ms, work) => clock.setTimer(0, work) },
    log: createMemoryLog(),
  })
  const send = (message: LedgerFromScreen): void => {
    left -= 1
    if (left < 0) receiver.stop()
    else sender.take(deviceId, message, (answer) => receiver.receive(answer))
    queueMicrotask(() => clock.advance(0))
  }
  const receiver = createLedgerReceiver(send, clock)
  const target = join(folder, 'target')
  return { receiver, target, content, taken: () => taken }
}

it('the successor gets the whole ledger in parts, and its role is recorded once', async () => {
  const { receiver, target, content, taken } = transfer('successor')
  expect(await receiver.fetch(target)).toEqual({ ok: true, value: null })
  expect(readFileSync(target).equals(content)).toBe(true)
  expect([await receiver.takeRole(), taken()]).toEqual([true, 1])
})

it.each([
  ['to another screen', 'other', {}, 'handed-to-other'],
  ['before the main computer has stopped', 'successor', { isSettled: false }, 'not-handed-over'],
  ['after the connection has ended', 'successor', { answers: 1 }, 'not-noted'],
] as const)('no ledger and no role goes %s', async (_when, device, state, code) => {
  const { receiver, target, taken } = transfer(device, state)
  expect(await receiver.fetch(target)).toMatchObject({ ok: false, code })
  expect([await receiver.takeRole(), taken()]).toEqual([false, 0])
})

it('a ledger that was handed to another screen is not prepared here', () => {
  const { ledger, path } = createTestLedger()
  ledger.facts.handedOverAt.set(1)
  ledger.facts.handedOverTo.set(SUCCESSOR)
  ledger.close()
  const profile = tempFolder()
  expect(prepareIncoming(profile, path, true, 'another key')).toMatchObject({ ok: false, code: 'handed-to-other' })
  expect(existsSync(join(profile, 'ledger.db.incoming'))).toBe(false)
  expect(prepareIncoming(profile, path, false, SUCCESSOR)).toMatchObject({ ok: true })
})

it('a prepared ledger is removed when the main computer does not confirm that its role is taken', async () => {
  const { ledger, path } = createTestLedger()
  ledger.facts.handedOverAt.set(1)
  ledger.close()
  const profile = tempFolder()
  const prepared = (): readonly string[] => readdirSync(profile)
  let atRequest: readonly string[] = []
  const promotion = createPromotion({
    profile,
    role: { becomeMain: () => expect.unreachable('the screen remains a screen') },
    ownKey: async () => SUCCESSOR,
    secrets: createMemoryStore(),
    restart: () => expect.unreachable('the screen remains a screen'),
    core: {
      linkState: () => 'reached',
      wasHandedOver: () => true,
      knowledge: () => ({ tickets: [], taps: [], settings: undefined, seenAt: 1 }),
      async fetchLedger(target) {
        copyFileSync(path, target)
        return { ok: true, value: null }
      },
      async takeRole() {
        atRequest = prepared()
        return false
      },
    },
    clock: createVirtualClock(),
    log: createMemoryLog(),
  })
  expect(await promotion.begin()).toEqual({ ok: true, value: { outcome: 'not-noted' } })
  expect([atRequest, prepared()]).toEqual([['ledger.db.incoming'], []])
})
