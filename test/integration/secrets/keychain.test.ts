import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** The contract of the keychain port with the real Secret Service: gnome-keyring on a separate D-Bus. */

const LAUNCHER = join(import.meta.dirname, '../../fixtures/with-keyring.sh')
const SCENARIO = join(import.meta.dirname, 'keychain-scenario.ts')
/** The exit code that a shell returns for SIGKILL. */
const KILLED = 137
type Mode = 'unlocked' | 'locked' | 'denied' | 'no-service' | 'no-bus'

/** The result of each step. Rejects with the launcher's output when the machine has no keyring. */
async function keychain(mode: Mode, steps: readonly string[], env: Record<string, string> = {}): Promise<unknown[]> {
  const child = spawn(LAUNCHER, [mode, process.execPath, SCENARIO, ...steps], { env: { ...process.env, ...env } })
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ])
  if (code !== 0 && code !== KILLED) throw new Error(`the keychain scenario ended with ${code}:\n${stderr}`)
  return JSON.parse(stdout)
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comanda-keychain-'))
})
afterEach(() => rm(folder, { recursive: true }))

const provisionFile = async () => {
  const path = join(folder, 'provision.json')
  const credentials = { apiUrl: 'https://api.example.test/9f8c7b/od/v2', clientId: 'c', clientSecret: 'canary-77' }
  await writeFile(path, JSON.stringify(credentials))
  return { path, credentials: { ...credentials, scope: 'od.orders' } }
}

const nothing = { ok: true, value: '(nothing)' }
const done = { ok: true, value: null }
const failed = (code: string) => ({ ok: false, code })

const hasSecretService = process.platform === 'linux'
if (!hasSecretService) {
  console.warn(
    "NOT RUN: the Secret Service, because this system has a keychain of its own; the adapter's unit tests hold",
  )
}

describe.runIf(hasSecretService)('the Secret Service', () => {
  it('unlocked: stores any secret, and deletes it completely', async () => {
    const secret = '{"clientSecret":"ção ‘quoted’ \\u0000","n":1}'
    const steps = ['state', 'read', `write=${secret}`, 'read', 'erase', 'read', 'erase', 'entries']
    expect(await keychain('unlocked', steps)).toMatchObject([
      'available',
      nothing,
      done,
      { ok: true, value: secret },
      done,
      nothing,
      done,
      [],
    ])
  })

  it('locked from the start: reports "locked" instead of "absent"', async () => {
    expect(await keychain('locked', ['state', 'read', 'write=x', 'erase'])).toMatchObject([
      'locked',
      failed('locked'),
      failed('locked'),
      failed('locked'),
    ])
  })

  it('locked during the run, and unlocked again: the secret is still stored', async () => {
    const steps = ['write=kept', 'lock', 'read', 'state', 'unlock', 'state', 'read']
    expect(await keychain('unlocked', steps)).toMatchObject([
      done,
      true,
      failed('locked'),
      'locked',
      true,
      'available',
      { ok: true, value: 'kept' },
    ])
  })

  it.each([
    ['denied', 'denied'],
    ['no-service', 'absent'],
    ['no-bus', 'no-session'],
  ] as const)('in the mode %s every call returns %s', async (mode, code) => {
    expect(await keychain(mode, ['state', 'read', 'write=x', 'erase'])).toMatchObject([
      code,
      failed(code),
      failed(code),
      failed(code),
    ])
  })

  it('whose session bus ends is reported, and the program continues', async () => {
    const steps = ['write=kept', 'end-bus', 'read', 'state', 'write=x']
    expect(await keychain('unlocked', steps)).toMatchObject([
      done,
      true,
      failed('no-session'),
      'no-session',
      failed('no-session'),
    ])
  })

  it('whose service was killed and started anew is noticed, and read by the next process', async () => {
    const steps = ['write=kept', 'read', 'new-service-seen', 'new-daemon', 'read', 'new-service-seen', 'read-anew']
    expect(await keychain('unlocked', steps)).toMatchObject([
      done,
      { ok: true, value: 'kept' },
      0,
      true,
      // Not `absent`: a keychain exists.
      failed('failing'),
      1,
      { ok: true, value: 'kept' },
    ])
  })

  it('without its library is reported, and the program continues', async () => {
    // The loader finds this file before the system's library, and the file is not a library.
    await writeFile(join(folder, 'libsecret-1.so.0'), '')
    expect(await keychain('unlocked', ['state', 'read', 'write=x'], { LD_LIBRARY_PATH: folder })).toMatchObject([
      'no-library',
      failed('no-library'),
      failed('no-library'),
    ])
  })

  it('that does not answer blocks no caller, and is used again when it answers', async () => {
    const steps = ['write=kept', 'limit=700', 'stop', 'read', 'read', 'state', 'continue', 'read-when-answered']
    const results = await keychain('unlocked', steps)
    expect(results.slice(3, 6)).toMatchObject([failed('failing'), failed('failing'), 'failing'])
    expect(results.at(-1)).toEqual({ ok: true, value: 'kept' })
  })

  it('stores a provisioning file, which then contains no secret', async () => {
    const { path, credentials } = await provisionFile()
    const results = await keychain('unlocked', [`provision=${path}`, 'credentials', `provision=${path}`])
    expect(results).toMatchObject([
      { ok: true, value: [{ credentials, isNew: true }] },
      { ok: true, value: credentials },
      { ok: true, value: [{ credentials, isNew: false }] },
    ])
    expect(await readFile(path, 'utf8')).not.toMatch(/canary-77|9f8c7b/)
  })

  it('locked: a provisioning file is not changed', async () => {
    const { path } = await provisionFile()
    const before = await readFile(path, 'utf8')
    const [result] = await keychain('locked', [`provision=${path}`])
    expect(result).toMatchObject({ ok: false })
    expect(await readFile(path, 'utf8')).toBe(before)
  })
})
