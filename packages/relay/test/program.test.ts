import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { printFigure } from '../../../test/fixtures/figures.ts'
import { startRecordedPlatform } from '../../../test/fixtures/platform/recorded-platform.ts'
import { realClient, SIGNAL } from '../../../test/integration/platform/real-client.ts'
import { environmentOf, freePort, relayProgram, writeConfig } from './relay-program.ts'
import { createDatabase } from './test-database.ts'
import { relayConfig } from './test-relay.ts'

async function world() {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-program-'))
  const platform = await startRecordedPlatform({})
  onTestFinished(async () => {
    await platform.close()
    rmSync(folder, { recursive: true })
  })
  const port = await freePort()
  const config = relayConfig(
    await createDatabase(),
    { ...platform, pollIntervalSeconds: 0.1 },
    { listen: { host: '127.0.0.1', port }, publicUrl: `http://127.0.0.1:${port}` },
  )
  const file = join(folder, 'relay.json')
  writeConfig(file, config)
  const environment = environmentOf(config)
  const run = async (args: readonly string[], env = environment) => {
    const child = spawn(process.execPath, [inject('relayProgram'), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const out: string[] = []
    const err: string[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()))
    const [code] = await once(child, 'close')
    return { code: code as number | null, out: out.join(''), err: err.join('') }
  }
  return { platform, config, file, folder, environment, run }
}

it('adds a kitchen, serves it, ends with 0 on SIGTERM, and its log contains no secret', async () => {
  const { platform, config, file, environment, run } = await world()
  const added = await run(['--config', file, 'kitchen', 'add', 'Centro da cidade', '--establishment', 'loja-pinheiros'])
  expect(added).toMatchObject({ code: 0, err: '' })
  const shown = (label: string): string => new RegExp(`^${label}:\\s+(\\S+)$`, 'm').exec(added.out)?.[1] ?? ''
  const kitchen = { apiUrl: shown('API URL'), clientId: shown('Client ID'), clientSecret: shown('Client secret') }
  await using relay = relayProgram(file, environment)
  await relay.start()
  const { id } = platform.place()
  await expect.poll(() => realClient(kitchen).poll(SIGNAL)).toMatchObject({ events: [{ orderId: id }] })
  expect((await run(['--config', file, 'kitchen', 'list'])).out).toContain('active   Centro da cidade  loja-pinheiros')
  expect(await relay.stop()).toBe(0)
  const log = relay.log.join('\n')
  expect(log).toContain('lease-taken')
  const [upstream] = config.upstreams
  const hash = new URL(platform.apiUrl).pathname.split('/')[1] ?? ''
  for (const secret of [kitchen.clientSecret, config.masterKey, upstream?.clientSecret ?? '', hash])
    expect(log).not.toContain(secret)
})

it('reads a large delivery on a thread of its own file', async () => {
  const { platform, config, file, environment } = await world()
  await using relay = relayProgram(file, environment)
  await relay.start()
  const note = 'x'.repeat(200_000)
  const body = JSON.stringify([{ eventId: 'e1', eventType: 'CREATED', orderId: 'o1', note }])
  const signature = createHmac('sha256', platform.clientSecret).update(body).digest('hex')
  const answer = await fetch(`http://127.0.0.1:${config.listen.port}/webhook/chain`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-app-signature': signature },
    body,
  })
  expect(answer.status).toBe(204)
  expect(await relay.stop()).toBe(0)
  // Without its program the thread is refused, and the body is read on the main thread.
  expect(relay.log.join('\n')).not.toContain('body-thread-refused')
})

it('says which Node it needs', async () => {
  const { run } = await world()
  const older = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})`
  expect(await run(['--help'], { ...process.env, NODE_OPTIONS: `--import ${older}` })).toMatchObject({
    code: 78,
    err: expect.stringContaining('needs Node.js 24 or later. This is 20.20.2'),
  })
})

it('prints the error in its configuration, without a secret value, and ends with 78', async () => {
  const { file, folder, environment, run } = await world()
  const { COMANDA_RELAY_KEY: _key, ...lacking } = environment
  expect(await run(['--config', file, 'migrate'], lacking)).toMatchObject({
    code: 78,
    err: 'The environment lacks COMANDA_RELAY_KEY (or COMANDA_RELAY_KEY_FILE).\n',
  })
  const short = await run(['--config', file, 'migrate'], { ...environment, COMANDA_RELAY_KEY: 'too short' })
  expect(short).toMatchObject({ code: 78 })
  expect(short.err).not.toContain('too short')
  const strange = join(folder, 'strange.json')
  writeFileSync(strange, JSON.stringify({ upstreams: [], secret: 'hunter2' }))
  expect(await run(['--config', strange, 'migrate'])).toMatchObject({
    code: 78,
    err: expect.stringContaining('publicUrl'),
  })
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, 'a key in a file, with at least 32 characters\n')
  expect(await run(['--config', file, 'migrate'], { ...lacking, COMANDA_RELAY_KEY_FILE: keyFile })).toMatchObject({
    code: 0,
  })
})

it('prints the usage for a wrong command line and for --help', async () => {
  const { file, run } = await world()
  for (const args of [[], ['--config', file, 'dance'], ['--config', file, 'kitchen', 'pause'], ['--what']])
    expect(await run(args)).toMatchObject({ code: 64, err: expect.stringContaining('comanda-relay --config FILE') })
  expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('comanda-relay --config FILE') })
  expect(await run(['--config', file, 'kitchen', 'revoke', 'Nowhere'])).toMatchObject({
    code: 64,
    err: 'There is no kitchen "Nowhere".\n',
  })
})

it('ends on SIGTERM beside a silent connection and a call that the platform does not answer', async () => {
  const { platform, file, environment, run, config } = await world()
  const added = await run(['--config', file, 'kitchen', 'add', 'A', '--establishment', 'loja-pinheiros'])
  const shown = (label: string): string => new RegExp(`^${label}:\\s+(\\S+)$`, 'm').exec(added.out)?.[1] ?? ''
  const client = realClient({
    apiUrl: shown('API URL'),
    clientId: shown('Client ID'),
    clientSecret: shown('Client secret'),
  })
  await using relay = relayProgram(file, environment)
  await relay.start()
  const { id } = platform.place()
  await expect.poll(() => client.poll(SIGNAL)).toMatchObject({ events: [{ orderId: id }] })
  const silent = connect(config.listen.port, config.listen.host)
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  const hanging = platform.fault({ effect: { kind: 'hang' }, routes: ['confirm'] })
  const tap = client.act({ orderId: id, action: 'confirm' }, SIGNAL)
  await expect.poll(hanging.hits).toBe(1)
  const stoppedAt = performance.now()
  expect(await relay.stop()).toBe(0)
  printFigure('end of the relay beside a call without an answer', performance.now() - stoppedAt, 'ms', 10_000)
  await closed
  expect(await tap).toMatchObject({ kind: 'unavailable' })
})

it('polls again after kill -9 before its lease has ended', async () => {
  const { platform, config, folder, environment } = await world()
  // A lease that outlasts the test.
  const file = join(folder, 'long-lease.json')
  writeConfig(file, { ...config, leaseSeconds: 120 })
  await using relay = relayProgram(file, environment)
  await relay.start()
  const polls = () => platform.requestLog.requestsTo('poll').length
  await expect.poll(polls, { timeout: 60_000 }).toBeGreaterThan(2)
  await relay.kill()
  const before = polls()
  await relay.start()
  await expect.poll(polls, { timeout: 60_000 }).toBeGreaterThan(before + 2)
})
