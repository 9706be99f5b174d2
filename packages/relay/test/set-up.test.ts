import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { startRecordedPlatform } from '../../../test/fixtures/platform/recorded-platform.ts'
import { startPostgres } from '../../../test/fixtures/postgres.ts'
import { realClient, SIGNAL } from '../../../test/integration/platform/real-client.ts'
import { environmentOf, freePort } from './relay-program.ts'
import { relayConfig } from './test-relay.ts'

/**
 * Runs the set-up commands of packages/relay/README.md unchanged. `sudo`, `adduser` and `sudoedit` are simulated, and this
 * test starts the unit. Folders, ports, passwords and the platform are its own.
 */

const ROOT = join(import.meta.dirname, '../../..')
const PAGE = readFileSync(join(ROOT, 'packages/relay/README.md'), 'utf8')
const UNIT = readFileSync(join(ROOT, 'packages/relay/comanda-relay.service'), 'utf8')
const COMPOSE = readFileSync(join(ROOT, 'packages/relay/compose.yaml'), 'utf8')

const blocks = (language: string): readonly string[] =>
  [...PAGE.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block)
const blockWith = (language: string, mark: string): string => {
  const found = blocks(language).find((block) => block.includes(mark))
  if (found === undefined) throw new Error(`packages/relay/README.md has no ${language} block with ${mark}`)
  return found
}

/** The commands with their numbers. */
const COMMANDS = blockWith('sh', 'npm ci')
  .replaceAll(/ *\\\n */g, ' ')
  .trim()
  .split('\n')
  .map((line) => {
    const [, command = '', number] = /^(.*?) +# (\d+)/.exec(line) ?? []
    return { command: command.trim(), number: Number(number) }
  })

const settingsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf('=')
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)] as const] : []
    }),
  )

const SIMULATED = {
  sudo: 'if [ "$1" = -u ]; then shift 2; fi; exec "$@"',
  adduser: '[ "$1 $2" = "--system --group" ] && echo "$3" > "$SIMULATED/user"',
  sudoedit: 'exec cp "$SIMULATED/$(basename "$1")" "$1"',
  'systemd-run': `while :; do case "$1" in
    --pipe|--wait) shift;;
    -p) case "$2" in EnvironmentFile=*) file=\${2#*=};; User=*) [ "\${2#*=}" = "$(cat "$SIMULATED/user")" ] || exit 9;; *) exit 8;; esac; shift 2;;
    *) break;; esac; done
    exec env $(cat "$file") "$@"`,
}

async function machine() {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-set-up-'))
  const postgres = await startPostgres()
  const platform = await startRecordedPlatform({})
  const started: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of started) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await platform.close()
    await postgres[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })
  const ports = { 8080: await freePort(), 9090: await freePort() }
  const socket = new URL(postgres.url).searchParams.get('host') ?? ''
  /** The page's text with the paths and ports of this test. */
  const here = (text: string): string =>
    text
      .replaceAll(/(?<![\w.])\/(opt|etc)\//g, `${folder}/$1/`)
      .replaceAll('/run/postgresql', socket)
      .replaceAll(/\b(8080|9090)\b/g, (port) => String(ports[port as '8080']))
      .replaceAll('https://relay.chain.example', `http://127.0.0.1:${ports[8080]}`)
      .replaceAll('/usr/bin/node', process.execPath)
  const bin = join(folder, 'bin')
  const simulated = join(folder, 'simulated')
  for (const one of [bin, simulated, join(folder, 'etc/systemd/system')]) mkdirSync(one, { recursive: true })
  for (const [name, script] of Object.entries(SIMULATED)) {
    writeFileSync(join(bin, name), `#!/bin/bash\nset -eu\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const own = environmentOf(relayConfig('', platform))
  const secrets = settingsOf(blockWith('sh', 'COMANDA_RELAY_KEY='))
  const filled = [...secrets].map(([name, value]) =>
    name === 'COMANDA_RELAY_DATABASE_URL'
      ? `${name}=${here(value)}`
      : `${name}=${(own[name] ?? '').replaceAll(' ', '-')}`,
  )
  writeFileSync(join(simulated, 'secrets.env'), `${filled.join('\n')}\n`)
  writeFileSync(join(simulated, 'relay.json'), here(blockWith('json', '"publicUrl"')))
  const path = [bin, postgres.programs, dirname(process.execPath), process.env.PATH].join(delimiter)
  const environment = { PATH: path, SIMULATED: simulated, PGHOST: socket, PGUSER: 'relay', HOME: folder, LC_ALL: 'C' }
  return { folder, here, environment, platform, secrets, started }
}

it('after the ten commands of the page a kitchen can poll', async () => {
  const { folder, here, environment, platform, secrets, started } = await machine()
  expect(COMMANDS.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const expected = Object.keys(environmentOf(relayConfig('', platform))).filter((name) => name !== 'PATH')
  expect([...secrets.keys()].toSorted()).toEqual(expected.toSorted())
  const outputs = new Map<number, string>()
  for (const { command, number } of COMMANDS) {
    if (command === 'sudo systemctl enable --now comanda-relay') {
      const unit = settingsOf(here(readFileSync(join(folder, 'etc/systemd/system/comanda-relay.service'), 'utf8')))
      const env = Object.fromEntries(settingsOf(readFileSync(unit.get('EnvironmentFile') ?? '', 'utf8')))
      expect(unit.get('User')).toBe(readFileSync(join(folder, 'simulated/user'), 'utf8').trim())
      const [program = '', ...args] = (unit.get('ExecStart') ?? '').split(' ')
      started.push(spawn(program, args, { env, stdio: 'ignore' }))
      continue
    }
    // The modules are already installed, because this test runs with them.
    const runs = here(command).replace('npm ci && ', '').replace('ID-OF-THE-STORE', 'loja-pinheiros')
    const child = spawn('bash', ['-euo', 'pipefail', '-c', runs], { cwd: ROOT, env: environment })
    const out: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => out.push(chunk.toString()))
    const [code] = await once(child, 'close')
    expect(`${number}: ${code}${code === 0 ? '' : out.join('')}`).toBe(`${number}: 0`)
    outputs.set(number, out.join(''))
  }
  expect(outputs.get(9)).toContain('ok')
  const shown = (label: string): string =>
    new RegExp(`^${label}:\\s+(\\S+)$`, 'm').exec(outputs.get(10) ?? '')?.[1] ?? ''
  const { id } = platform.place()
  const client = realClient({
    apiUrl: shown('API URL'),
    clientId: shown('Client ID'),
    clientSecret: shown('Client secret'),
  })
  await expect.poll(() => client.poll(SIGNAL)).toMatchObject({ kind: 'events', events: [{ orderId: id }] })
})

it('systemd reports no problem in the unit', async ({ skip }) => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) skip('systemd-analyze is not on this machine')
  const folder = mkdtempSync(join(tmpdir(), 'comanda-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'comanda-relay.service')
  writeFileSync(file, UNIT.replace('/usr/bin/node', process.execPath))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

it('the compose file defines the services, secrets, volumes, program and configuration that it uses', () => {
  const file = parse(COMPOSE, { strict: true, uniqueKeys: true })
  const { postgres, relay, proxy } = file.services
  expect(Object.keys(file.services)).toEqual(['postgres', 'relay', 'proxy'])
  expect(postgres.secrets).toEqual(Object.keys(file.secrets))
  expect(postgres.environment.POSTGRES_PASSWORD_FILE).toBe(`/run/secrets/${postgres.secrets[0]}`)
  expect(postgres.volumes.map((one: string) => one.split(':')[0])).toEqual(Object.keys(file.volumes))
  expect(relay.depends_on).toEqual(['postgres'])
  // The command runs the mounted program with the switches of the unit.
  const mounted = new Map(relay.volumes.map((one: string) => one.split(':').slice(0, 2).toReversed()))
  const [node, heap, space, program, , config] = relay.command.split(' ')
  expect(mounted.get(program)).toBe('./out-relay/comanda-relay.mjs')
  expect(mounted.get(config)).toBe('./relay.json')
  expect(UNIT).toContain(`/usr/bin/${node} ${heap} ${space} /opt/`)
  expect(proxy.command).toContain(`--to relay:${JSON.parse(blockWith('json', '"publicUrl"')).listen.port}`)
  expect(`https://${/--from (\S+)/.exec(proxy.command)?.[1]}`).toBe(
    JSON.parse(blockWith('json', '"publicUrl"')).publicUrl,
  )
})
