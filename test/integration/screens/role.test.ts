import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { eraseAfterLeaving, openBackendByRole } from '../../../electron/composition/role.ts'
import { completePromotion, eraseSealedCopies } from '../../../electron/screens/promotion.ts'
import { createMemoryStore } from '../../../electron/secrets/secret-store.ts'
import { openRoleFile, ROLE_COPY, ROLE_FILE } from '../../../electron/storage/role-file.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { fail } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const SCREEN_FILES = ['screen-board.db', 'screen-board.db-wal', 'screen.db']

function screenProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'comanda-role-'))
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }))
  for (const file of SCREEN_FILES) writeFileSync(join(profile, file), 'x')
  openRoleFile(profile).saveMainComputer('a main computer')
  return profile
}

it('a screen that left its main computer starts as a main computer without the orders of the old main computer', () => {
  const profile = screenProfile()
  const role = openRoleFile(profile)
  expect(role.mainComputer()).toBe('a main computer')
  role.leave()
  expect(role.mainComputer()).toBeUndefined()
  eraseAfterLeaving(profile, role)
  expect(readdirSync(profile)).toEqual([])
})

it.each(['the next start', 'the end of its role as a screen'] as const)(
  'what a promotion that was broken off has left is removed at %s',
  (when) => {
    const profile = screenProfile()
    const role = openRoleFile(profile)
    if (when !== 'the next start') role.leave()
    const left = ['incoming', 'incoming-wal', 'opened', 'opened.part'].map((name) => join(profile, `ledger.db.${name}`))
    for (const file of left) writeFileSync(file, 'x')
    completePromotion(profile, role, 0)
    expect(left.filter((file) => existsSync(file))).toEqual([])
  },
)

const DAMAGES = [
  ['cut short', (path: string) => writeFileSync(path, '{"joinedStat')],
  ['empty', (path: string) => writeFileSync(path, '')],
  ['of another form', (path: string) => writeFileSync(path, '{"joinedStation":7}')],
  [
    'changed in one letter',
    (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('a main computer', 'b main computer')),
  ],
  ['gone', (path: string) => rmSync(path)],
] as const

it.each(DAMAGES)('a screen whose role file is %s remains a screen of its main computer', (_what, damage) => {
  const profile = screenProfile()
  damage(join(profile, ROLE_FILE))
  expect(openRoleFile(profile).mainComputer()).toBe('a main computer')
})

it.each(DAMAGES)('a role file that is %s is written again at the start from the other one', (_what, damage) => {
  for (const [first, second] of [
    [ROLE_FILE, ROLE_COPY],
    [ROLE_COPY, ROLE_FILE],
  ] as const) {
    const profile = screenProfile()
    damage(join(profile, first))
    openRoleFile(profile)
    damage(join(profile, second))
    expect(openRoleFile(profile).mainComputer()).toBe('a main computer')
  }
})

it('a copy that is older than the role file is replaced at the start', () => {
  const profile = screenProfile()
  const old = readFileSync(join(profile, ROLE_COPY), 'utf8')
  openRoleFile(profile).becomeMain()
  // A power cut between the two writes.
  writeFileSync(join(profile, ROLE_COPY), old)
  openRoleFile(profile)
  rmSync(join(profile, ROLE_FILE))
  expect(openRoleFile(profile).isBecomingMain()).toBe(true)
})

it.each(DAMAGES)('two role files that are %s do not lose a tap that waits for the main computer', (what, damage) => {
  const profile = screenProfile()
  for (const file of [ROLE_FILE, ROLE_COPY]) damage(join(profile, file))
  const role = openRoleFile(profile)
  expect(role.mainComputer()).toBeUndefined()
  // The prepared ledger of a promotion that is not complete.
  const prepared = join(profile, 'ledger.db.incoming')
  writeFileSync(prepared, 'x')
  completePromotion(profile, role, 0)
  expect(existsSync(prepared)).toBe(what !== 'gone')
  eraseAfterLeaving(profile, role)
  expect(SCREEN_FILES.filter((file) => existsSync(join(profile, file)))).toEqual(SCREEN_FILES)
})

it('the role file of an earlier version, which has no checksum, is read', () => {
  const profile = screenProfile()
  for (const file of [ROLE_FILE, ROLE_COPY]) writeFileSync(join(profile, file), '{"joinedStation":"an old one"}')
  expect(openRoleFile(profile).mainComputer()).toBe('an old one')
})

it('the sealed copies of an earlier version are deleted, and nothing else', () => {
  const profile = screenProfile()
  const before = readdirSync(profile)
  for (const name of ['station-copies', 'outgoing-copies']) {
    mkdirSync(join(profile, name))
    writeFileSync(join(profile, name, 'shop-1-1.copy'), 'x')
  }
  eraseSealedCopies(profile, createMemoryLog())
  expect(readdirSync(profile)).toEqual(before)
})

it('a screen starts again when the keychain was started anew before its key was read, and goes on with a key in memory', async () => {
  const profile = screenProfile()
  const memory = createMemoryStore()
  let isNewService = true
  let reportNewService = (): void => undefined
  let restarts = 0
  const backend = openBackendByRole({
    profile,
    secrets: {
      ...memory,
      async read(account) {
        if (!isNewService) return memory.read(account)
        reportNewService()
        return fail('failing', 'the keychain refused')
      },
      hasUnansweredCall: () => false,
      onNewService(listener) {
        reportNewService = listener
      },
    },
    restart() {
      restarts += 1
    },
    clock: createSystemClock(),
    log: createMemoryLog(),
    version: '1.0.0',
    isPractice: false,
    provisionFile: undefined,
    leaseFolder: undefined,
    rendering: 'software',
    fetch: async () => ({ kind: 'failed', error: new Error('a screen polls nothing') }),
    isOnline: () => true,
    clipboard: { readText: async () => '', clear: () => undefined },
    attention: { beep: () => undefined, notify: () => undefined },
    saveFile: async () => false,
    openFile: async () => undefined,
    printer: { list: async () => [], print: async () => 'failed' },
    eraseAndQuit: () => undefined,
    removeOldLogs: async () => undefined,
  })
  onTestFinished(() => backend.stop())
  backend.core.start()
  await expect.poll(() => restarts).toBeGreaterThan(0)
  isNewService = false
  const restartsByReport = (): number => {
    const before = restarts
    reportNewService()
    return restarts - before
  }
  expect(restartsByReport()).toBe(1)
  await expect.poll(restartsByReport).toBe(0)
})
