import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { builtStation } from '../../fixtures/built-station.ts'
import { STATION_SOURCES, type StationProgram, stationProgram } from '../../fixtures/station-program.ts'

const SETTINGS = { pollIntervalSeconds: 1, undoSeconds: 0 }

const built = builtStation()

const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/** Overwrites every page in the log of an open database. The headers of the frames stay. */
function overwritePages(path: string): void {
  const other = new Database(path)
  // After a commit of another connection the program reads the pages from the log again.
  other.exec('BEGIN; CREATE TABLE other (x); DROP TABLE other; COMMIT')
  const pageBytes = Number(other.pragma('page_size', { simple: true }))
  const log = readFileSync(`${path}-wal`)
  for (let at = WAL_HEADER_BYTES; at < log.length; at += FRAME_HEADER_BYTES + pageBytes)
    log.fill(7, at + FRAME_HEADER_BYTES, at + FRAME_HEADER_BYTES + pageBytes)
  writeFileSync(`${path}-wal`, log, { flag: 'r+' })
  other.close()
}

async function setUp(program: StationProgram, settings = SETTINGS): Promise<void> {
  const input = JSON.stringify({ ...program.credentials, settings })
  expect(await program.run(['setup', '-'], input)).toEqual({ code: 0, out: '', err: '' })
}

it('the main computer reads its credentials from standard input, and a screen that pairs with a shown code receives an order and taps', async () => {
  await using program = await stationProgram(STATION_SOURCES)
  await setUp(program)
  await program.start()
  const screen = await program.join('Cozinha')
  expect((await program.run(['screens'])).out).toMatch(/^\S+ {2}connected {2}"Cozinha"\n$/)

  const { id } = program.platform.place()
  await screen.seen(id, 'the new order', ({ status }) => status === 'CREATED')
  expect(screen.backend.core.snapshot().freshness.state).toBe('fresh')
  expect(await screen.calls['order:act']({ orderId: id, action: 'confirm' })).toMatchObject({ ok: true })
  await screen.seen(id, 'its confirmation', ({ status }) => status === 'CONFIRMED')
  expect(program.platform.requestLog.postsFor(id, 'confirm')).toHaveLength(1)

  const status = await program.run(['status'])
  expect(status.out).toMatch(/^board {10}fresh$/m)
  expect(status.out).toMatch(/^orders {9}1$/m)
})

it('the main computer ends with 0 on SIGTERM and removes its control file, and its log and files contain no secret', async () => {
  await using program = await stationProgram(built.file)
  await setUp(program)
  await program.start()
  await expect.poll(async () => (await program.run(['status'])).out).toMatch(/^board {10}fresh$/m)
  expect(await program.end('SIGTERM')).toBe(0)
  expect(program.log.at(-1)).toContain('"stopped"')
  expect(program.log.join('\n')).not.toContain('thread-refused')
  expect(existsSync(join(program.profile, 'control.json'))).toBe(false)
  expect(await program.run(['status'])).toMatchObject({ code: 69 })

  const sealed = join(program.profile, 'secrets.sealed')
  expect(statSync(sealed).mode & 0o077).toBe(0)
  const texts = [readFileSync(sealed, 'utf8'), program.log.join('\n')]
  for (const text of texts) expect(text).not.toContain(program.credentials.clientSecret)
})

it('a second main computer on the same profile is refused, and the first continues', async () => {
  await using program = await stationProgram(built.file)
  await setUp(program)
  await program.start()
  expect(await program.run([])).toMatchObject({ code: 69, err: expect.stringContaining('Another comanda-station') })
  expect(await program.run(['setup', '-'], '{}')).toMatchObject({ code: 69 })
  expect(await program.run(['status'])).toMatchObject({ code: 0 })
})

it('the main computer refuses the profile of the app, and a profile that has joined another main computer', async () => {
  await using program = await stationProgram(built.file)
  await setUp(program)
  writeFileSync(join(program.profile, 'role.json'), JSON.stringify({ joinedStation: '{}' }))
  const before = readFileSync(join(program.profile, 'secrets.sealed'), 'utf8')
  const file = join(program.folder, 'credentials.json')
  for (const args of [
    ['--provision', file],
    ['serve', '--provision', file],
    ['setup', file],
  ]) {
    writeFileSync(file, JSON.stringify({ ...program.credentials, clientId: 'another' }))
    expect(await program.run(args)).toMatchObject({
      code: 78,
      err: expect.stringMatching(/joined another main computer[\s\S]*secret was erased/),
    })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ clientId: 'another' })
    expect(readFileSync(file, 'utf8')).not.toContain(program.credentials.clientSecret)
  }
  expect(await program.run(['setup', '-'], JSON.stringify(program.credentials))).toMatchObject({ code: 78 })
  expect(readFileSync(join(program.profile, 'secrets.sealed'), 'utf8')).toBe(before)

  await using app = await stationProgram(built.file)
  await setUp(app)
  rmSync(join(app.profile, 'comanda-station.lock'))
  expect(await app.run([])).toMatchObject({ code: 78, err: expect.stringContaining('the Comanda app') })
})

it('the main computer stores nothing with a key that does not open its file of secrets, or with a short key', async () => {
  await using program = await stationProgram(built.file)
  await setUp(program)
  const environment = { PATH: process.env.PATH, HOME: program.folder }
  const before = readFileSync(join(program.profile, 'secrets.sealed'), 'utf8')
  const other = { ...environment, COMANDA_STATION_KEY: (await program.run(['new-key'])).out }
  expect(await program.run(['setup', '-'], JSON.stringify(program.credentials), other)).toMatchObject({
    code: 1,
    err: expect.stringContaining('denied'),
  })
  expect(readFileSync(join(program.profile, 'secrets.sealed'), 'utf8')).toBe(before)
  const short = { ...environment, COMANDA_STATION_KEY: 'a password' }
  expect(await program.run([], '', short)).toMatchObject({ code: 78, err: expect.stringContaining('too short') })
})

it('the main computer changes settings, and disconnects a screen at once when it is revoked', async () => {
  await using program = await stationProgram(built.file)
  await setUp(program)
  await program.start()
  const screen = await program.join('Balcão')
  expect(await program.run(['settings', '-'], '{"doneLaneMinutes":7}')).toMatchObject({ code: 0 })
  await expect.poll(() => screen.backend.core.snapshot().settings.doneLaneMinutes).toBe(7)
  expect(await program.run(['settings', '-'], '{"pollIntervalSeconds":"x"}')).toMatchObject({ code: 1 })
  expect(await program.run(['revoke', 'no such screen'])).toMatchObject({ code: 1 })
  expect(await program.run(['revoke', screen.deviceId])).toMatchObject({ code: 0 })
  expect((await program.run(['screens'])).out).toBe('')
  await expect.poll(() => screen.backend.core.snapshot().freshness.trouble).toBe('not-paired')
})

it('the main computer that finds its ledger damaged ends at once: the log stays for the repair, which loses no order', async () => {
  await using program = await stationProgram(built.file)
  // Between two polls only the check of the files reads the ledger.
  await setUp(program, { ...SETTINGS, pollIntervalSeconds: 30 })
  program.platform.place()
  const showsOrder = () =>
    expect.poll(async () => (await program.run(['status'])).out).toMatch(/^board {10}fresh\n(.*\n)*orders {9}1$/m)
  await program.start()
  await showsOrder()
  await program.end('SIGTERM')
  // The rows of the first run are in the file. The log has newer copies of their pages.
  const station = await program.start()
  await showsOrder()
  const ended = once(station, 'close')
  const ledger = join(program.profile, 'ledger.db')
  overwritePages(ledger)
  const log = readFileSync(`${ledger}-wal`)
  expect(await ended).toEqual([75, null])
  expect(program.log.at(-1)).toContain('"storage-damaged"')
  expect(readFileSync(`${ledger}-wal`).equals(log)).toBe(true)

  await program.start()
  await showsOrder()
})
