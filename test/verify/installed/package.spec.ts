import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { expect, test } from './installed-program.ts'

const START_LIMIT_MS = 60_000
/** After this time an accepted start has written its log. */
const REFUSAL_MS = 10_000

/** The bytes of a fuse that is off, and of one that is on. */
const OFF = '0'.charCodeAt(0)
const ON = '1'.charCodeAt(0)

const EXPECTED_FUSES: Readonly<Record<keyof typeof FuseV1Options, number>> = {
  RunAsNode: OFF,
  EnableCookieEncryption: ON,
  EnableNodeOptionsEnvironmentVariable: OFF,
  EnableNodeCliInspectArguments: OFF,
  EnableEmbeddedAsarIntegrityValidation: ON,
  OnlyLoadAppFromAsar: ON,
  LoadBrowserProcessSpecificV8Snapshot: OFF,
  GrantFileProtocolExtraPrivileges: OFF,
  // The packager cannot set it; this is Electron's default.
  WasmTrapHandlers: ON,
}

test('the binary carries every fuse in the expected state @electron', async ({ installed }) => {
  const fuses = await getCurrentFuseWire(installed.program)
  const found = Object.keys(EXPECTED_FUSES).map((name) => [
    name,
    fuses[FuseV1Options[name as keyof typeof FuseV1Options]],
  ])
  expect(Object.fromEntries(found)).toEqual(EXPECTED_FUSES)
})

test('starts, stays, and ends cleanly when the system requests its end', async ({ installed }) => {
  const started = installed.start()
  await expect.poll(installed.events, { timeout: START_LIMIT_MS }).toContain('platform-token-granted')
  await sleep(3_000)
  expect(started.process.exitCode).toBeNull()
  installed.requestEnd(started)
  expect(await started.ended).toBe(0)
  expect(installed.events()).toContain('stopped')
  expect(installed.events()).not.toContain('fatal')
})

test('starts again on the same profile', async ({ installed }) => {
  const first = installed.start()
  await expect.poll(installed.events, { timeout: START_LIMIT_MS }).toContain('platform-token-granted')
  installed.requestEnd(first)
  await first.ended
  installed.start()
  const starts = () => installed.events().filter((event) => event === 'started').length
  await expect.poll(starts, { timeout: START_LIMIT_MS }).toBe(2)
})

test('a second start on the same profile ends by itself, and the first program continues', async ({ installed }) => {
  const first = installed.start()
  await expect.poll(installed.events, { timeout: START_LIMIT_MS }).toContain('started')
  expect(await installed.start().ended).toBe(0)
  expect(first.process.exitCode).toBeNull()
})

/** The host opens Node's inspector before the app's code runs. In Electron a fuse prevents this. */
const tagOf = (dangerous: string): string => (dangerous.startsWith('--inspect') ? ' @electron' : '')

for (const dangerous of ['--remote-debugging-port=0', '--no-sandbox', '--inspect=0', '--ignore-certificate-errors']) {
  test(`refuses to start with ${dangerous}${tagOf(dangerous)}`, async ({ installed }) => {
    const started = installed.start(dangerous)
    // On Windows and macOS it shows a box and waits; on Linux it ends.
    await Promise.race([started.ended, sleep(REFUSAL_MS)])
    expect(installed.events()).toEqual([])
    expect(started.output()).not.toMatch(/listening on/i)
    if (process.platform === 'linux') {
      expect(started.process.exitCode).toBe(1)
      expect(started.output()).toContain(dangerous.split('=')[0])
    }
  })
}

if (process.platform === 'win32') {
  test('its window has the title Comanda', async ({ installed }) => {
    const started = installed.start()
    const title = () =>
      execFileSync(
        'powershell',
        ['-NoProfile', '-Command', `(Get-Process -Id ${started.process.pid}).MainWindowTitle`],
        {
          encoding: 'utf8',
        },
      ).trim()
    await expect.poll(title, { timeout: START_LIMIT_MS }).toBe('Comanda')
  })
}
