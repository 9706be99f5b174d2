import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../../../electron/platform/connection.ts'
import { createSetupDesk, type KeptConnection } from '../../../electron/setup/setup-desk.ts'
import { fail, ok } from '../../../shared/result.ts'
import type { KeepTrouble, ProbeReport } from '../../../shared/setup.ts'

const STORED: Connection = {
  apiUrl: 'https://api.example.test/canary-hash/od/v2',
  clientId: 'old',
  clientSecret: 'canary-old',
  scope: 'od.orders',
}
const PASSED: ProbeReport = { waiting: 0, mayKeep: true }

/** Longer than a person looks at an empty step, shorter than a keychain is given to answer. */
const SOON_MS = 3_000

function bench(
  about: { readonly stored?: Connection; readonly trouble?: KeepTrouble; readonly answersAfterMs?: number } = {},
) {
  let current = about.stored
  let place: ReturnType<KeptConnection['keptIn']> = about.stored && 'keychain'
  const world = {
    probed: [] as Connection[],
    kept: [] as (readonly [Connection, string])[],
    hurried: 0,
    report: PASSED,
    copied: '',
    isTaken: false,
    trouble: about.trouble,
  }
  const desk = createSetupDesk({
    kept: {
      async connection() {
        if (about.answersAfterMs !== undefined)
          await new Promise((resolve) => setTimeout(resolve, about.answersAfterMs))
        return current === undefined ? fail('not-configured', 'none') : ok(current)
      },
      async keep(connection, where) {
        if (world.trouble && where === 'keychain') return fail(world.trouble, 'no')
        world.kept.push([connection, where])
        current = connection
        place = where
        return ok(null)
      },
      keptIn: () => place,
      erase: () => Promise.reject(new Error('not asked for')),
    },
    async probe(connection) {
      world.probed.push(connection)
      return world.report
    },
    isUsedElsewhere: () => world.isTaken,
    onPassed: () => undefined,
    onKept: () => {
      world.hurried += 1
    },
    clipboard: {
      readText: async () => world.copied,
      clear: () => {
        world.copied = ''
      },
    },
  })
  return { desk, world }
}

const ADDRESS = 'https://api.example.test/new-hash/od/v2/'
const CREDENTIALS = { clientId: ' new ', clientSecret: 'canary-new\n' }

afterEach(() => {
  vi.useRealTimers()
})

describe('createSetupDesk', () => {
  it('shows no empty step while the keychain hangs, nor while the entry is tested', async () => {
    vi.useFakeTimers()
    const { desk, world } = bench({ stored: STORED, answersAfterMs: 10_000 })
    const answers: unknown[] = []
    void desk.status().then((status) => answers.push(status))
    await vi.advanceTimersByTimeAsync(SOON_MS)
    desk.readAddress({ address: ADDRESS })
    void desk.test({ credentials: CREDENTIALS }).then((report) => answers.push(report))
    await vi.advanceTimersByTimeAsync(SOON_MS)
    expect(answers).toEqual([ok({ state: 'unreadable' }), ok(PASSED)])
    expect(world.probed).toMatchObject([{ clientSecret: 'canary-new' }])
  })

  it('waits for a slow keychain when its credentials are tested', async () => {
    vi.useFakeTimers()
    const { desk, world } = bench({ stored: STORED, answersAfterMs: 9_000 })
    const tested = desk.test({})
    await vi.advanceTimersByTimeAsync(9_000)
    expect(await tested).toEqual(ok(PASSED))
    expect(world.probed).toEqual([STORED])
  })

  it('reads, tests and stores, and returns no secret', async () => {
    const { desk, world } = bench()
    const answers = [
      await desk.status(),
      desk.readAddress({ address: ADDRESS }),
      await desk.test({ credentials: CREDENTIALS }),
      await desk.keep({ where: 'keychain' }),
      await desk.status(),
    ]
    expect(answers).toEqual([
      ok({ state: 'empty' }),
      ok({ masked: 'https://api.example.test/***/od/v2' }),
      ok(PASSED),
      ok({}),
      ok({ state: 'kept', keptIn: 'keychain', masked: 'https://api.example.test/***/od/v2' }),
    ])
    expect(world.kept).toEqual([
      [
        {
          apiUrl: 'https://api.example.test/new-hash/od/v2',
          clientId: 'new',
          clientSecret: 'canary-new',
          scope: 'od.orders',
        },
        'keychain',
      ],
    ])
    expect(world.hurried).toBe(1)
    expect(JSON.stringify(answers)).not.toMatch(/canary|new-hash/)
  })

  it('stores nothing that was not tested, or that was refused', async () => {
    const { desk, world } = bench()
    expect(await desk.keep({ where: 'this-run' })).toMatchObject({ ok: false, code: 'not-allowed' })
    desk.readAddress({ address: ADDRESS })
    world.report = { fault: 'credentials-refused', failedAt: 'token', mayKeep: false }
    await desk.test({ credentials: CREDENTIALS })
    expect(await desk.keep({ where: 'keychain' })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(world.kept).toEqual([])
  })

  it('tests the entered credentials again without the window holding the secret, at another path of the same origin', async () => {
    const { desk, world } = bench()
    desk.readAddress({ address: ADDRESS })
    await desk.test({ credentials: CREDENTIALS })
    await desk.test({})
    desk.readAddress({ address: 'https://API.example.test:443', hash: 'h' })
    await desk.test({})
    expect(world.probed.map(({ clientSecret, apiUrl }) => [clientSecret, apiUrl])).toEqual([
      ['canary-new', 'https://api.example.test/new-hash/od/v2'],
      ['canary-new', 'https://api.example.test/new-hash/od/v2'],
      ['canary-new', 'https://api.example.test/h/od/v2'],
    ])
  })

  const OTHER_ORIGINS = [
    'https://other.example.test/canary-hash/od/v2',
    'https://api.example.test:8443/canary-hash/od/v2',
    'https://api.example.test.evil.example/canary-hash/od/v2',
    'http://127.0.0.1:9/canary-hash/od/v2',
  ]
  it.each(OTHER_ORIGINS)('sends stored credentials to no other origin: %s', async (address) => {
    const { desk, world } = bench({ stored: STORED })
    await desk.status()
    desk.readAddress({ address })
    const refused = ok({ fault: 'credentials-of-other-address', failedAt: 'reach', mayKeep: false })
    expect(await desk.test({})).toEqual(refused)
    expect(await desk.keep({ where: 'keychain' })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(world).toMatchObject({ probed: [], kept: [] })
    await desk.test({ credentials: CREDENTIALS })
    expect(world.probed).toMatchObject([{ clientId: 'new', clientSecret: 'canary-new' }])
  })

  it.each(OTHER_ORIGINS)('sends credentials that were entered for one origin to no other one: %s', async (address) => {
    const { desk, world } = bench()
    desk.readAddress({ address: ADDRESS })
    await desk.test({ credentials: CREDENTIALS })
    desk.readAddress({ address })
    expect(await desk.test({})).toMatchObject({ value: { fault: 'credentials-of-other-address' } })
    expect(await desk.keep({ where: 'keychain' })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(world.probed).toHaveLength(1)
    desk.readAddress({ address: ADDRESS })
    expect(await desk.test({})).toEqual(ok(PASSED))
  })

  it('uses the stored credentials when those of the last test belong to another origin', async () => {
    const { desk, world } = bench({ stored: STORED })
    desk.readAddress({ address: 'https://other.example.test/h/od/v2' })
    await desk.test({ credentials: CREDENTIALS })
    desk.readAddress({ address: STORED.apiUrl })
    await desk.test({})
    expect(world.probed.at(-1)).toEqual(STORED)
  })

  it('tests the stored credentials when nothing was entered, and drops entered ones at the next visit', async () => {
    const { desk, world } = bench({ stored: STORED })
    desk.readAddress({ address: ADDRESS })
    await desk.test({ credentials: CREDENTIALS })
    await desk.status()
    await desk.test({})
    expect(world.probed.at(-1)).toEqual(STORED)
    expect(await bench().desk.test({})).toEqual(ok({ fault: 'nothing-to-test', failedAt: 'reach', mayKeep: false }))
  })

  it('does not call the platform while another program uses the credentials', async () => {
    const { desk, world } = bench()
    world.isTaken = true
    desk.readAddress({ address: ADDRESS })
    expect(await desk.test({ credentials: CREDENTIALS })).toMatchObject({ value: { fault: 'credential-in-use' } })
    expect(world.probed).toEqual([])
  })

  it.each(['locked', 'absent', 'denied', 'failing', 'no-library', 'no-session', 'too-long'] as const)(
    'reports that the keychain is %s, and keeps credentials for this run on request',
    async (trouble) => {
      const { desk, world } = bench({ trouble })
      desk.readAddress({ address: ADDRESS })
      await desk.test({ credentials: CREDENTIALS })
      expect(await desk.keep({ where: 'keychain' })).toEqual(ok({ trouble }))
      expect(world.hurried).toBe(0)
      expect(await desk.keep({ where: 'this-run' })).toEqual(ok({}))
      expect(await desk.status()).toMatchObject({ value: { keptIn: 'this-run' } })
    },
  )

  it('clears the secret from the clipboard once it is stored, and leaves other content', async () => {
    const { desk, world } = bench()
    desk.readAddress({ address: ADDRESS })
    world.copied = CREDENTIALS.clientSecret
    expect(await desk.paste()).toEqual(ok({ text: CREDENTIALS.clientSecret }))
    await desk.test({ credentials: CREDENTIALS })
    expect(world.copied).not.toBe('')
    await desk.keep({ where: 'keychain' })
    expect(world.copied).toBe('')
    world.copied = 'a recipe'
    desk.readAddress({ address: ADDRESS })
    await desk.test({ credentials: CREDENTIALS })
    await desk.keep({ where: 'keychain' })
    expect(world.copied).toBe('a recipe')
  })

  it('connects nothing in a profile for practice', async () => {
    const desk = createSetupDesk({
      kept: undefined,
      probe: () => Promise.reject(new Error('nobody asks')),
      isUsedElsewhere: () => false,
      onKept: () => undefined,
      onPassed: () => undefined,
      clipboard: { readText: () => Promise.reject(new Error('no display')), clear: () => undefined },
    })
    expect(await desk.status()).toEqual(ok({ state: 'practice' }))
    expect(await desk.test({})).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(await desk.keep({ where: 'keychain' })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(await desk.paste()).toEqual(ok({ text: '' }))
  })
})
