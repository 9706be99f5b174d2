import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type KeyringDaemon, keyringDaemon } from '../fixtures/keyring-daemon.ts'
import { ROOT } from './core-bundle.ts'

export type Keyring = {
  /** The environment variables with which a program finds it. */
  readonly env: Readonly<Record<string, string>>
  readonly daemon: KeyringDaemon
  close(): Promise<void>
}

const BUS = 'DBUS_SESSION_BUS_ADDRESS'

/** Prints where its keyring is and runs until its input ends. */
const STAY = `echo "$${BUS} $KEYRING_PID $KEYRING_CONTROL"; cat >/dev/null`

/** Opens a Secret Service that runs longer than the programs that use it. Returns the reason as text if it cannot. */
export async function openKeyring(): Promise<Keyring | string> {
  if (process.platform !== 'linux') return { env: {}, daemon: keyringDaemon({}), close: () => Promise.resolve() }
  const command = [join(ROOT, 'test/fixtures/with-keyring.sh'), 'unlocked', 'sh', '-c', STAY]
  const holder: ChildProcess = spawn('sh', command, { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(holder, 'close')
  let output = ''
  holder.stderr?.on('data', (chunk: Buffer) => {
    output += String(chunk)
  })
  if (!holder.stdout) throw new Error('no output to read from')
  const place = once(createInterface({ input: holder.stdout }), 'line').then(([line]) => String(line))
  const found = await Promise.race([place, ended.then(() => undefined)])
  if (found === undefined) return output.trim()
  const [bus = '', pid = '', control = ''] = found.split(' ')
  const daemon = keyringDaemon({ ...process.env, [BUS]: bus, KEYRING_PID: pid, KEYRING_CONTROL: control })
  return {
    env: { [BUS]: bus },
    daemon,
    async close() {
      if (String(daemon.pid()) !== pid) daemon.signal('SIGKILL')
      holder.stdin?.end()
      await ended
    },
  }
}
