import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { startRecordedPlatform } from '../fixtures/rehearsal/recorded-platform.ts'
import { realClient, SIGNAL } from '../integration/platform/real-client.ts'
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

it('prints the usage for a wrong command line', async () => {
  const { file, run } = await world()
  for (const args of [[], ['--config', file, 'dance'], ['--config', file, 'kitchen', 'pause'], ['--what']])
    expect(await run(args)).toMatchObject({ code: 64, err: expect.stringContaining('comanda-relay --config FILE') })
  expect(await run(['--config', file, 'kitchen', 'revoke', 'Nowhere'])).toMatchObject({
    code: 64,
    err: 'There is no kitchen "Nowhere".\n',
  })
})
