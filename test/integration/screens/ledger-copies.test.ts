import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { unwrapWithCode } from '../../../electron/screens/moving/copy-keys.ts'
import { openCopyStore } from '../../../electron/screens/moving/copy-store.ts'
import { openSealedFile } from '../../../electron/screens/moving/sealed-file.ts'
import { verifyFile } from '../../../electron/storage/repair/backup.ts'
import { openLedgerStore } from '../../../electron/storage/repair/open-ledger.ts'
import { type PairedKitchen, startPairedKitchen } from '../../fixtures/paired-kitchen.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const
let world: PairedKitchen
afterEach(() => world.end())

const copyAtOf = (deviceId: string): number | undefined =>
  world.screens.devices.list().find(({ id }) => id === deviceId)?.copyAt

it('every screen gets a sealed copy of the ledger, also when the connection fails; only the recovery code opens the copy', async () => {
  world = await startPairedKitchen()
  const { platform, core, screens, line } = world
  const pass = await world.join('Passe')
  const counter = await world.join('Balcao')
  const { id } = platform.place(DELIVERY)
  await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))

  // Without a recovery code the main computer cannot seal a copy.
  await core.backups.renew()
  expect(screens.recoveryCode.state()).toBe('no-code')

  const made = await screens.recoveryCode.renew()
  if (!made.ok) throw new Error(made.code)
  await line.add('downstream', { kind: 'reset', afterMs: 0 })
  await eventually('the cut', () => pass.backend.core.snapshot().freshness.trouble === 'station-away')
  await line.clear()
  for (const { deviceId } of [pass, counter]) await eventually('a copy', () => copyAtOf(deviceId))
  expect(screens.recoveryCode.state()).toBe('ready')

  const first = copyAtOf(pass.deviceId)
  await core.backups.renew()
  await eventually('a newer copy', () => (copyAtOf(pass.deviceId) ?? 0) > (first ?? 0))

  const folder = join(pass.profile, 'station-copies')
  expect(readdirSync(folder)).toHaveLength(2)
  const [newest] = await openCopyStore(folder).list()
  if (newest === undefined) throw new Error('no copy')
  expect(newest.header.madeAt).toBe(copyAtOf(pass.deviceId))
  expect(readFileSync(newest.path).includes(id)).toBe(false)

  const key = await unwrapWithCode(made.value, newest.header.wraps.byCode, newest.header.shop)
  if (key === undefined) throw new Error('the code does not open the copy')
  const target = mkdtempSync(join(tmpdir(), 'comanda-opened-'))
  try {
    const ledgerFile = join(target, 'ledger.db')
    expect(await openSealedFile(newest.path, ledgerFile, key)).toMatchObject({ ok: true })
    expect(verifyFile(ledgerFile)).toEqual([])
    const opened = openLedgerStore(ledgerFile)
    if (!opened.ok) throw new Error(opened.code)
    expect(opened.value.ledger.order(id)).toMatchObject({ orderId: id })
    opened.value.ledger.close()
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
})
