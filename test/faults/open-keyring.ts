import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from './core-bundle.ts'

export type Keyring = {
  /** The environment variables with which a program finds it. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

const BUS = 'DBUS_SESSION_BUS_ADDRESS'

/** Prints the address of its bus and runs until its input ends. */
const STAY = `echo "$${BUS}"; cat >/dev/null`

/** Opens a Secret Service that runs longer than the programs that use it. Returns the reason as text if it cannot. */
export async function openKeyring(): Promise<Keyring | string> {
  if (process.platform !== 'linux') return { env: {}, close: () => Promise.resolve() }
  const command = [join(ROOT, 'test/fixtures/with-keyring.sh'), 'unlocked', 'sh', '-c', STAY]
  const holder: ChildProcess = spawn('sh', command, { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(holder, 'close')
  let output = ''
  holder.stderr?.on('data', (chunk: Buffer) => {
    output += String(chunk)
  })
  if (!holder.stdout) throw new Error('no output to read from')
  const address = once(createInterface({ input: holder.stdout }), 'line').then(([line]) => String(line))
  const bus = await Promise.race([address, ended.then(() => undefined)])
  if (bus === undefined) return output.trim()
  return {
    env: { [BUS]: bus },
    async close() {
      holder.stdin?.end()
      await ended
    },
  }
}
