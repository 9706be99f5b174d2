import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../../../electron/platform/connection.ts'
import type { KeptConnection } from '../../../electron/secrets/stored-connection.ts'
import { createSetupService } from '../../../electron/setup/setup-service.ts'
import type { KeepTrouble, ProbeReport } from '../../../shared/contract/setup.ts'
import { fail, ok } from '../../../shared/result.ts'
import type { Slot } from '../../../shared/ticket/ticket-key.ts'

const STORED: Connection = {
  apiUrl: 'https://api.example.test/canary-hash/od/v2',
  clientId: 'old',
  clientSecret: 'canary-old',
  scope: 'od.orders',
}
const PASSED: ProbeReport = { waiting: 0, mayKeep: true }

/** Longer than an empty step may be shown, and shorter than the time limit of the keychain. */
const SOON_MS = 3_000

function setUp(
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
    file: undefined as string | Error | undefined,
    /** By the address. */
    uses: new Map<string, 'elsewhere' | Slot>(),
    trouble: about.trouble,
  }
  const service = createSetupService({
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
    async keepFurther(slot, connection, where) {
      world.kept.push([connection, `${where} of ${slot}`])
      return ok(null)
    },
    findUse: async (connection) => world.uses.get(connection.apiUrl) ?? 'free',
    nameOf: (slot) => `Plataforma ${slot}`,
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
    openFile: async () => {
      if (world.file instanceof Error) throw world.file
      return world.file
    },
  })
  return { service, world }
}

const ADDRESS = 'https://api.example.test/new-hash/od/v2/'
const CREDENTIALS = { clientId: ' "new",\u200b', clientSecret: '\ufeffcanary\n-new\n' }

afterEach(() => {
  vi.useRealTimers()
})

describe('createSetupService', () => {
  it('returns its status without a delay while the keychain hangs, and while the entry is tested', async () => {
    vi.useFakeTimers()
    const { service, world } = setUp({ stored: STORED, answersAfterMs: 10_000 })
    const answers: unknown[] = []
    void service.status().then((status) => answers.push(status))
    await vi.advanceTimersByTimeAsync(SOON_MS)
    service.readAddress({ address: ADDRESS })
    void service.test({ credentials: CREDENTIALS }).then((report) => answers.push(report))
    await vi.advanceTimersByTimeAsync(SOON_MS)
    expect(answers).toEqual([ok({ state: 'unreadable' }), ok(PASSED)])
    expect(world.probed).toMatchObject([{ clientSecret: 'canary-new' }])
  })

  it('reads, tests and stores, and returns no secret', async () => {
    const { service, world } = setUp()
    const answers = [
      await service.status(),
      service.readAddress({ address: ADDRESS }),
      await service.test({ credentials: CREDENTIALS }),
      await service.keep({ where: 'keychain' }),
      await service.status(),
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
    const { service, world } = setUp()
    expect(await service.keep({ where: 'this-run' })).toMatchObject({ ok: false, code: 'not-allowed' })
    service.readAddress({ address: ADDRESS })
    world.report = { fault: 'credentials-refused', failedAt: 'token', mayKeep: false }
    await service.test({ credentials: CREDENTIALS })
    expect(await service.keep({ where: 'keychain' })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(world.kept).toEqual([])
  })

  it('tests the entered credentials again at another path of the same origin, without the secret in the window', async () => {
    const { service, world } = setUp()
    service.readAddress({ address: ADDRESS })
    await service.test({ credentials: CREDENTIALS })
    await service.test({})
    service.readAddress({ address: 'https://API.example.test:443', hash: 'h' })
    await service.test({})
    expect(world.probed.map(({ clientSecret, apiUrl }) => [clientSecret, apiUrl])).toEqual([
      ['canary-new', 'https://api.example.test/new-hash/od/v2'],
      ['canary-new', 'https://api.example.test/new-hash/od/v2'],
      ['canary-new', 'https://api.example.test/h/od/v2'],
    ])
  })

  it('tests another client id with the secret that was entered for the same origin, and the same address for another platform', async () => {
    const { service, world } = setUp()
    service.readAddress({ address: ADDRESS })
    await service.test({ credentials: CREDENTIALS })
    await service.test({ credentials: { clientId: 'right' } })
    expect(service.readAddress({ platform: 'ifood' })).toMatchObject({
      ok: true,
      value: { masked: expect.any(String) },
    })
    await service.test({ credentials: { clientId: 'right' } })
    expect(world.probed.slice(1)).toMatchObject([
      { clientId: 'right', clientSecret: 'canary-new', apiUrl: 'https://api.example.test/new-hash/od/v2' },
      { clientId: 'right', clientSecret: 'canary-new', spoken: { profile: 'ifood' } },
    ])
    service.readAddress({ address: 'https://other.example.test/h/od/v2' })
    expect(await service.test({ credentials: { clientId: 'right' } })).toMatchObject({
      value: { fault: 'credentials-of-other-address' },
    })
    expect(world.probed).toHaveLength(3)
  })

  it('gives the text of a chosen file, nothing when none was chosen, and a failure when it cannot be read', async () => {
    const { service, world } = setUp()
    expect(await service.file()).toEqual(ok({}))
    world.file = 'x'.repeat(30_000)
    expect(await service.file()).toEqual(ok({ text: 'x'.repeat(20_000) }))
    world.file = new Error('EACCES')
    expect(await service.file()).toMatchObject({ ok: false, code: 'storage' })
  })

  const OTHER_ORIGINS = [
    'https://other.example.test/canary-hash/od/v2',
    'https://api.example.test:8443/canary-hash/od/v2',
    'https://api.example.test.evil.example/canary-hash/od/v2',
    'http://127.0.0.1:9/canary-hash/od/v2',
  ]
  it.each(OTHER_ORIGINS)('sends stored credentials to no other origin: %s', async (address) => {
    const { service, world } = setUp({ stored: STORED })
    await service.status()
    service.readAddress({ address })
    const refused = ok({ fault: 'credentials-of-other-address', failedAt: 'reach', mayKeep: false })
    expect(await service.test({})).toEqual(refused)
    expect(await service.keep({ where: 'keychain' })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(world).toMatchObject({ probed: [], kept: [] })
    await service.test({ credentials: CREDENTIALS })
    expect(world.probed).toMatchObject([{ clientId: 'new', clientSecret: 'canary-new' }])
  })

  it.each(OTHER_ORIGINS)('sends credentials that were entered for one origin to no other one: %s', async (address) => {
    const { service, world } = setUp()
    service.readAddress({ address: ADDRESS })
    await service.test({ credentials: CREDENTIALS })
    service.readAddress({ address })
    expect(await service.test({})).toMatchObject({ value: { fault: 'credentials-of-other-address' } })
    expect(await service.keep({ where: 'keychain' })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(world.probed).toHaveLength(1)
    service.readAddress({ address: ADDRESS })
    expect(await service.test({})).toEqual(ok(PASSED))
  })

  it('tests the stored credentials when nothing was entered, and drops entered ones at the next visit', async () => {
    const { service, world } = setUp({ stored: STORED })
    service.readAddress({ address: ADDRESS })
    await service.test({ credentials: CREDENTIALS })
    await service.status()
    await service.test({})
    expect(world.probed.at(-1)).toEqual(STORED)
    expect(await setUp().service.test({})).toEqual(ok({ fault: 'nothing-to-test', failedAt: 'reach', mayKeep: false }))
  })

  it('does not call the platform while another program uses the credentials', async () => {
    const { service, world } = setUp()
    world.uses.set('https://api.example.test/new-hash/od/v2', 'elsewhere')
    service.readAddress({ address: ADDRESS })
    expect(await service.test({ credentials: CREDENTIALS })).toMatchObject({ value: { fault: 'credential-in-use' } })
    expect(world.probed).toEqual([])
  })

  it('names the platform of this kitchen that has the credentials already, and does not connect them again', async () => {
    const { service, world } = setUp({ stored: STORED })
    world.uses.set('https://api.example.test/new-hash/od/v2', 3)
    service.readAddress({ address: ADDRESS })
    expect(await service.test({ credentials: CREDENTIALS, slot: 'new' })).toMatchObject({
      value: { fault: 'credential-twice', usedBy: 'Plataforma 3', mayKeep: false },
    })
    expect(await service.keep({ where: 'keychain', slot: 'new' })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect([world.probed, world.kept]).toEqual([[], []])
  })

  it('also when the host alone was entered, and its root is that of another platform', async () => {
    const { service, world } = setUp()
    service.readAddress({ address: 'https://api.example.test' })
    await service.test({ credentials: CREDENTIALS, slot: 'new' })
    const root = world.probed[0]?.apiUrl ?? ''
    const { service: again, world: next } = setUp()
    again.readAddress({ address: 'https://api.example.test' })
    next.uses.set(root, 2)
    expect(await again.test({ credentials: CREDENTIALS, slot: 'new' })).toMatchObject({
      value: { fault: 'credential-twice', usedBy: 'Plataforma 2', mayKeep: false },
    })
  })

  it('keeps what was tested for one platform for that one alone, and uses no secret of the first for another', async () => {
    const { service, world } = setUp({ stored: STORED })
    expect(await service.test({ slot: 2 })).toMatchObject({ value: { fault: 'nothing-to-test' } })
    service.readAddress({ address: ADDRESS })
    await service.test({ credentials: CREDENTIALS, slot: 2 })
    expect(await service.keep({ where: 'keychain' })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(await service.keep({ where: 'keychain', slot: 2 })).toEqual(ok({}))
    expect(world.kept.map(([, where]) => where)).toEqual(['keychain of 2'])
  })

  it.each(['locked', 'absent', 'denied', 'failing', 'no-library', 'no-session', 'too-long'] as const)(
    'reports that the keychain is %s, and keeps credentials only for this run on request',
    async (trouble) => {
      const { service, world } = setUp({ trouble })
      service.readAddress({ address: ADDRESS })
      await service.test({ credentials: CREDENTIALS })
      expect(await service.keep({ where: 'keychain' })).toEqual(ok({ trouble }))
      expect(world.hurried).toBe(0)
      expect(await service.keep({ where: 'this-run' })).toEqual(ok({}))
      expect(await service.status()).toMatchObject({ value: { keptIn: 'this-run' } })
    },
  )

  it('removes the secret from the clipboard after it is stored, and does not change other content', async () => {
    const { service, world } = setUp()
    service.readAddress({ address: ADDRESS })
    world.copied = CREDENTIALS.clientSecret
    expect(await service.paste()).toEqual(ok({ text: CREDENTIALS.clientSecret }))
    await service.test({ credentials: CREDENTIALS })
    expect(world.copied).not.toBe('')
    await service.keep({ where: 'keychain' })
    expect(world.copied).toBe('')
    world.copied = 'a recipe'
    service.readAddress({ address: ADDRESS })
    await service.test({ credentials: CREDENTIALS })
    await service.keep({ where: 'keychain' })
    expect(world.copied).toBe('a recipe')
  })

  it('does not connect a profile for practice', async () => {
    const service = createSetupService({
      kept: undefined,
      probe: () => Promise.reject(new Error('not expected')),
      keepFurther: () => Promise.reject(new Error('nothing further is kept')),
      findUse: async () => 'free',
      nameOf: () => undefined,
      onKept: () => undefined,
      onPassed: () => undefined,
      openFile: async () => undefined,
      clipboard: { readText: () => Promise.reject(new Error('no display')), clear: () => undefined },
    })
    expect(await service.status()).toEqual(ok({ state: 'practice' }))
    expect(await service.test({})).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(await service.keep({ where: 'keychain' })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(await service.paste()).toEqual(ok({ text: '' }))
  })

  it('takes a known platform at its own address, or at the one that was entered', async () => {
    const { service, world } = setUp()
    const spoken = { dialect: 'open-delivery-1', profile: 'keeta' }
    for (const [address, apiUrl] of [
      ['', 'https://open.mykeeta.com/api/open/opendelivery'],
      ['https://keeta.example.test/od/v1/orders/', 'https://keeta.example.test/od'],
    ] as const) {
      expect(service.readAddress({ address, platform: 'keeta' })).toEqual(ok({ masked: apiUrl }))
      await service.test({ credentials: CREDENTIALS })
      expect(world.probed.at(-1)).toMatchObject({ apiUrl, spoken })
    }
    await service.keep({ where: 'keychain' })
    expect(world.kept.at(-1)?.[0]).toMatchObject({ spoken })
  })

  it('uses the dialect that a test has found, where no platform was chosen', async () => {
    const { service, world } = setUp()
    service.readAddress({ address: 'https://api.example.test/shop' })
    world.report = { fault: 'speaks-open-delivery-1', failedAt: 'poll', mayKeep: false }
    await service.test({ credentials: CREDENTIALS })
    expect(world.probed.at(-1)?.spoken).toBeUndefined()
    await service.test({})
    const spoken = { dialect: 'open-delivery-1', profile: 'generic' }
    expect(world.probed.at(-1)).toMatchObject({ apiUrl: 'https://api.example.test/shop', spoken })
  })
})
