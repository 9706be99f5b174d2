import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from './station-bundle.ts'

export type Keyring = {
  /** What a program needs in its environment to find it. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

const BUS = 'DBUS_SESSION_BUS_ADDRESS'

/** Says where its bus is, and stays until its input ends. */
const STAY = `echo "$${BUS}"; cat >/dev/null`

/** An open Secret Service that outlives the programs that use it; or, as text, why there is none. */
export async function openKeyring(): Promise<Keyring | string> {
  if (process.platform !== 'linux') return { env: {}, close: () => Promise.resolve() }
  const command = [join(ROOT, 'test/fixtures/with-keyring.sh'), 'unlocked', 'sh', '-c', STAY]
  const holder: ChildProcess = spawn('sh', command, { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(holder, 'close')
  let told = ''
  holder.stderr?.on('data', (chunk: Buffer) => {
    told += String(chunk)
  })
  if (!holder.stdout) throw new Error('no output to read from')
  const address = once(createInterface({ input: holder.stdout }), 'line').then(([line]) => String(line))
  const bus = await Promise.race([address, ended.then(() => undefined)])
  if (bus === undefined) return told.trim()
  return {
    env: { [BUS]: bus },
    async close() {
      holder.stdin?.end()
      await ended
    },
  }
}
