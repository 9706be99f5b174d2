import { execFileSync, spawnSync } from 'node:child_process'
import { writeSync } from 'node:fs'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { parseApiRoot } from '../../../electron/platform/api-root.ts'
import { readCredentials } from '../../../electron/secrets/credentials.ts'
import { createKeytarStore } from '../../../electron/secrets/keytar-store.ts'
import { provision } from '../../../electron/secrets/provision.ts'
import { keyringDaemon } from '../../fixtures/keyring-daemon.ts'

/**
 * Runs with a keyring (with-keyring.sh). It executes the steps of its command line in order and prints their results as
 * one JSON array. A step is `verb` or `verb=argument`.
 */

const ACCOUNT = 'connection-contract-test'
/** The step `limit` replaces it. */
let store = createKeytarStore({ timeoutMs: 60_000 })
let newServices = 0
store.onNewService(() => {
  newServices += 1
})

const daemon = keyringDaemon(process.env)
const firstDaemon = daemon.pid()

/** Ends the session bus, as the end of a desktop session does. */
function endBus(): boolean {
  const askPid = () =>
    spawnSync(
      'dbus-send',
      [
        '--session',
        '--print-reply',
        '--dest=org.freedesktop.DBus',
        '/',
        'org.freedesktop.DBus.GetConnectionUnixProcessID',
        'string:org.freedesktop.DBus',
      ],
      { encoding: 'utf8' },
    )
  const isKilled = process.kill(Number(/uint32 (\d+)/.exec(askPid().stdout)?.[1]), 'SIGKILL')
  // The signal takes effect later.
  while (askPid().status === 0);
  return isKilled
}

const unsigned = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Sends the password over the daemon's control socket, as PAM does when a user logs in. */
async function unlock(): Promise<boolean> {
  const UNLOCK = 1
  const password = Buffer.from('correct horse')
  const socket = connect(`${process.env.KEYRING_CONTROL}/control`)
  const parts = [unsigned(12 + password.length), unsigned(UNLOCK), unsigned(password.length), password]
  socket.end(Buffer.concat([Buffer.of(0), ...parts]))
  const answer = await buffer(socket)
  return answer.equals(Buffer.concat([unsigned(8), unsigned(0)]))
}

async function take(step: string): Promise<unknown> {
  const [verb = '', argument = ''] = step.split('=', 2)
  switch (verb) {
    case 'state':
      return store.state()
    case 'read':
      return store.read(ACCOUNT)
    case 'write':
      return store.write(ACCOUNT, argument)
    case 'erase':
      return store.erase(ACCOUNT)
    case 'credentials':
      return readCredentials(store, ACCOUNT)
    case 'provision':
      return provision({ path: argument, store, account: ACCOUNT, readApiUrl: parseApiRoot })
    case 'entries':
      return (await (await import('keytar')).default.findCredentials('Comanda')).map(({ account }) => account)
    case 'lock':
      return daemon.lock()
    case 'unlock':
      return unlock()
    case 'end-bus':
      return endBus()
    case 'new-daemon':
      return daemon.startAnew()
    // A start of the program after the first one.
    case 'read-anew':
      return JSON.parse(execFileSync(process.execPath, [process.argv[1] ?? '', 'read'], { encoding: 'utf8' }))[0]
    case 'new-service-seen':
      return newServices
    case 'stop':
      return daemon.signal('SIGSTOP')
    case 'continue':
      return daemon.signal('SIGCONT')
    case 'limit':
      store = createKeytarStore({ timeoutMs: Number(argument) })
      return argument
    case 'read-when-answered':
      for (;;) {
        const result = await store.read(ACCOUNT)
        if (result.ok) return result
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    default:
      throw new Error(`unknown step ${verb}`)
  }
}

const results: unknown[] = []
for (const step of process.argv.slice(2)) results.push(await take(step))
writeSync(
  1,
  JSON.stringify(results, (_, value) => (value === undefined ? '(nothing)' : value)),
)
// A call that hangs keeps a worker thread and therefore the process running. Without such a call the process must end
// by itself.
if (!Object.is(daemon.pid(), firstDaemon)) daemon.signal('SIGKILL')
if (store.hasUnansweredCall()) process.kill(process.pid, 'SIGKILL')
