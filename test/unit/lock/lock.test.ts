import { randomBytes, scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createLock,
  type LockOptions,
  NO_FAILURES,
  type PinHash,
  writeLockRecord,
} from '../../../electron/lock/pin-lock.ts'
import { fail, ok } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const MINUTE_MS = 60_000
const SECRET = 'canary-kept-secret'
const KEPT = { apiUrl: 'https://api.example.test/h/od/v2', clientId: 'c', clientSecret: SECRET, scope: 'od.orders' }

/** One machine: its storage remains when a program ends, and its clocks continue. */
function machine() {
  let stored: string | undefined
  let now = 1_700_000_000_000
  let monotonic = 50
  const writes: (string | undefined)[] = []
  const log = createMemoryLog()
  const facts = {
    isSetupUnderWay: true,
    connection: ok(KEPT) as Awaited<ReturnType<LockOptions['connection']>>,
    usedSecrets: [] as string[],
  }
  const store = {
    get: () => stored,
    set: (record: string | undefined) => {
      stored = record
      writes.push(record)
    },
  }
  return {
    log,
    store,
    writes,
    stored: () => stored,
    facts,
    startProgram: () =>
      createLock({
        store,
        log,
        clock: { platform: () => now, monotonic: () => monotonic },
        isSetupUnderWay: () => facts.isSetupUnderWay,
        connection: async () => facts.connection,
        onSecretUsed: (secret) => facts.usedSecrets.push(secret),
      }),
    pass(ms: number) {
      now += ms
      monotonic += ms
    },
    setClock(ms: number) {
      now += ms
    },
  }
}

/** The hash of a PIN with a low cost, because a check with the usual cost takes a tenth of a second. */
function cheapHashOf(pin: string): PinHash {
  const salt = randomBytes(16)
  const cost = 16
  const hash = scryptSync(pin, salt, 32, { cost, blockSize: 8, parallelization: 1 })
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost }
}

function lockedMachine(pin = '4321') {
  const computer = machine()
  writeLockRecord(computer.store, { pin: cheapHashOf(pin), failures: NO_FAILURES })
  return { ...computer, lock: computer.startProgram() }
}

describe('without a PIN', () => {
  it('nothing is locked', async () => {
    const lock = machine().startProgram()
    expect(lock.status()).toEqual({ isSet: false, isOpen: true, waitMs: 0 })
    expect(lock.admits()).toBe(true)
    expect(await lock.unlock('0000')).toMatchObject({ ok: true })
    lock.lockNow()
    expect(lock.admits()).toBe(true)
  })
})

describe('the first PIN', () => {
  /** A machine without a PIN, whose set-up is finished. */
  function finishedMachine() {
    const computer = machine()
    computer.facts.isSetupUnderWay = false
    return { ...computer, lock: computer.startProgram() }
  }

  it('needs no secret before the set-up is finished', async () => {
    const computer = machine()
    const lock = computer.startProgram()
    expect(lock.status().needsSecret).toBeUndefined()
    expect(await lock.set({ pin: '4321' })).toMatchObject({ ok: true, value: { isSet: true } })
    expect(computer.stored()).not.toContain('4321')
  })

  it.each([
    ['no secret', undefined, 'not-allowed'],
    ['another secret', 'canary-kept-secreT', 'wrong-secret'],
    ['a part of the secret', SECRET.slice(0, -1), 'wrong-secret'],
    ['the secret and more', `${SECRET}x`, 'wrong-secret'],
  ] as const)('after the set-up is refused with %s', async (_what, clientSecret, code) => {
    const { lock, stored, facts } = finishedMachine()
    expect(lock.status()).toEqual({ isSet: false, isOpen: true, needsSecret: true, waitMs: 0 })
    const args = { pin: '4321', ...(clientSecret === undefined ? {} : { clientSecret }) }
    expect(await lock.set(args)).toMatchObject({ ok: false, code })
    expect(lock.status().isSet).toBe(false)
    expect(lock.admits()).toBe(true)
    expect(stored() ?? '').not.toContain('hash')
    expect(facts.usedSecrets).toEqual([])
  })

  it('after the set-up is set with the stored secret, also with blanks around the secret', async () => {
    const { lock, facts, stored, log } = finishedMachine()
    expect(await lock.set({ pin: '4321', clientSecret: ` ${SECRET}\n` })).toMatchObject({
      ok: true,
      value: { isSet: true, isOpen: true },
    })
    expect(lock.status().needsSecret).toBeUndefined()
    expect(facts.usedSecrets).toEqual([SECRET])
    expect(`${stored()}${JSON.stringify(log.lines)}`).not.toContain('canary')
  })

  it.each(['not-configured', 'keychain-locked', 'keychain-failing'] as const)(
    'after the set-up is refused while the connection is %s, and no attempt is counted',
    async (code) => {
      const { lock, facts, writes } = finishedMachine()
      facts.connection = fail(code, 'none')
      for (let guess = 0; guess < 9; guess += 1) {
        expect(await lock.set({ pin: '4321', clientSecret: SECRET })).toMatchObject({ code: 'secret-unavailable' })
      }
      expect(writes).toEqual([])
    },
  )

  it('delays attempts after wrong secrets as after wrong PINs, also after a restart, and locks nothing else', async () => {
    const { lock, pass, startProgram, log } = finishedMachine()
    for (let guess = 0; guess < 4; guess += 1) {
      expect(await lock.set({ pin: '4321', clientSecret: `guess-${guess}` })).toMatchObject({ code: 'wrong-secret' })
      pass(guess < 3 ? lock.status().waitMs : 0)
    }
    expect(lock.status().waitMs).toBe(20_000)
    expect(await lock.set({ pin: null })).toMatchObject({ ok: true })
    const after = startProgram()
    expect(after.status()).toEqual({ isSet: false, isOpen: true, needsSecret: true, waitMs: 20_000 })
    expect(after.admits()).toBe(true)
    expect(await after.set({ pin: '4321', clientSecret: SECRET })).toMatchObject({ ok: false, code: 'wait' })
    pass(20_000)
    expect(await after.set({ pin: '4321', clientSecret: SECRET })).toMatchObject({ ok: true, value: { waitMs: 0 } })
    expect(JSON.stringify(log.lines)).not.toContain('guess-')
  })

  it('needs the secret again after a PIN was removed; a change of the PIN needs only the PIN', async () => {
    const { lock } = finishedMachine()
    await lock.set({ pin: '4321', clientSecret: SECRET })
    expect(await lock.set({ pin: '1111', clientSecret: SECRET })).toMatchObject({ code: 'locked' })
    expect(await lock.set({ pin: '1111', current: '4321' })).toMatchObject({ ok: true })
    expect(await lock.set({ pin: null, current: '1111' })).toMatchObject({ ok: true })
    expect(await lock.set({ pin: '2222', current: '1111' })).toMatchObject({ code: 'not-allowed' })
  })
})

describe('with a PIN', () => {
  it('opens only with the right PIN, and reports that it is open', async () => {
    const { lock, log } = lockedMachine()
    expect(lock.admits()).toBe(false)
    expect(await lock.unlock('4320')).toMatchObject({ ok: false, code: 'wrong-pin' })
    expect(lock.isOpen()).toBe(false)
    expect(await lock.unlock('4321')).toEqual({
      ok: true,
      value: { isSet: true, isOpen: true, locksInMs: 5 * MINUTE_MS, waitMs: 0 },
    })
    expect(lock.admits()).toBe(true)
    expect(JSON.stringify(log.lines)).not.toMatch(/432[01]/)
  })

  it('locks automatically after five minutes without a guarded call, regardless of changes of the wall clock', async () => {
    const { lock, pass, setClock } = lockedMachine()
    await lock.unlock('4321')
    pass(4 * MINUTE_MS)
    expect(lock.admits()).toBe(true)
    pass(5 * MINUTE_MS - 1)
    setClock(-60 * MINUTE_MS)
    expect(lock.isOpen()).toBe(true)
    pass(1)
    expect(lock.isOpen()).toBe(false)
    expect(lock.admits()).toBe(false)
  })
})

describe('a wrong PIN', () => {
  it('causes a wait that doubles from the third wrong PIN on, up to a quarter of an hour', async () => {
    const { lock, pass } = lockedMachine()
    const waits: number[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      expect(await lock.unlock('0000')).toMatchObject({ code: 'wrong-pin' })
      const { waitMs } = lock.status()
      waits.push(waitMs / 1_000)
      pass(waitMs)
    }
    expect(waits).toEqual([0, 0, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900])
  })

  it('prevents a check during the wait: the right PIN has to wait too, and no attempt is counted', async () => {
    const { lock, pass, writes } = lockedMachine()
    for (let guess = 0; guess < 3; guess += 1) await lock.unlock('0000')
    const before = writes.length
    pass(9_999)
    expect(await lock.unlock('4321')).toMatchObject({ ok: false, code: 'wait' })
    expect(writes.length).toBe(before)
    pass(1)
    expect(await lock.unlock('4321')).toMatchObject({ ok: true })
    expect(lock.status().waitMs).toBe(0)
  })

  it('continues its wait after a restart', async () => {
    const { lock, startProgram, pass } = lockedMachine()
    for (let guess = 0; guess < 5; guess += 1) {
      await lock.unlock('0000')
      pass(lock.status().waitMs)
    }
    await lock.unlock('0000')
    const after = startProgram()
    expect(after.status().waitMs).toBe(80_000)
    expect(await after.unlock('4321')).toMatchObject({ code: 'wait' })
  })

  it('causes at most one full wait after the clock was set back', async () => {
    const { lock, setClock } = lockedMachine()
    for (let guess = 0; guess < 3; guess += 1) await lock.unlock('0000')
    setClock(-365 * 24 * 60 * MINUTE_MS)
    expect(lock.status().waitMs).toBe(10_000)
  })

  it('is counted before it is checked, so that a power cut does not allow an extra attempt', async () => {
    const { lock, startProgram, stored } = lockedMachine()
    for (let guess = 0; guess < 2; guess += 1) await lock.unlock('0000')
    const judged = lock.unlock('0000')
    expect(stored()).toContain('"count":3')
    expect(startProgram().status().waitMs).toBe(10_000)
    await judged
  })

  it('is counted once when attempts run in parallel', async () => {
    const { lock } = lockedMachine()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, guess) => lock.unlock(String(4_300 + guess))))
    expect(answers.map((answer) => answer.ok || answer.code).filter((code) => code !== 'wait')).toEqual(['wrong-pin'])
    expect(lock.isOpen()).toBe(false)
  })
})

describe('a change of the PIN', () => {
  it('needs the current PIN, also while the lock is open', async () => {
    const { lock } = lockedMachine()
    await lock.unlock('4321')
    expect(await lock.set({ pin: '1111' })).toMatchObject({ ok: false, code: 'locked' })
    expect(await lock.set({ pin: null })).toMatchObject({ ok: false, code: 'locked' })
    expect(await lock.set({ pin: '1111', current: '4321' })).toMatchObject({ ok: true })
    lock.lockNow()
    expect(await lock.unlock('4321')).toMatchObject({ code: 'wrong-pin' })
    expect(await lock.unlock('1111')).toMatchObject({ ok: true })
    expect(await lock.set({ pin: null, current: '1111' })).toEqual({
      ok: true,
      value: { isSet: false, isOpen: true, waitMs: 0 },
    })
  })

  it('is not needed when the PIN is lost: a start with the switch for a lost PIN removes it', async () => {
    const { lock, log, stored } = lockedMachine()
    for (let guess = 0; guess < 9; guess += 1) await lock.unlock('0000')
    lock.clearPin()
    expect(stored()).toBeUndefined()
    expect(lock.admits()).toBe(true)
    expect(log.lines.map(({ event }) => event)).toContain('pin-forgotten')
  })

  it('during a check does not let the old PIN open the new lock', async () => {
    const { lock, store } = lockedMachine()
    const other = machine()
    await other.startProgram().set({ pin: '7777' })
    const judged = lock.unlock('4321')
    store.set(other.stored())
    expect(await judged).toMatchObject({ ok: false, code: 'wrong-pin' })
    expect(lock.isOpen()).toBe(false)
  })
})

describe('a record that cannot be used', () => {
  it.each(['{', '7', '{"pin":{"salt":"","hash":""}}', '{"pin":{"salt":"AA==","hash":"AA==","cost":99999999}}'])(
    '%s keeps the lock closed until a start with the switch for a lost PIN',
    async (text) => {
      const computer = machine()
      computer.store.set(text)
      const lock = computer.startProgram()
      expect(lock.status()).toMatchObject({ isSet: true, isOpen: false })
      expect(await lock.unlock('4321')).toMatchObject({ ok: false, code: 'wrong-pin' })
      lock.clearPin()
      expect(lock.admits()).toBe(true)
    },
  )

  it('is a storage failure when it cannot be written: no attempt is checked', async () => {
    const computer = lockedMachine()
    const lock = createLock({
      store: {
        get: computer.store.get,
        set: () => {
          throw new Error('database or disk is full')
        },
      },
      log: computer.log,
      clock: { platform: () => 1_700_000_000_000, monotonic: () => 0 },
      isSetupUnderWay: () => false,
      connection: async () => ok(KEPT),
    })
    expect(await lock.unlock('4321')).toMatchObject({ ok: false, code: 'storage' })
    expect(lock.isOpen()).toBe(false)
  })
})
