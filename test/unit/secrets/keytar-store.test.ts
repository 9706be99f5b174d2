import { describe, expect, it } from 'vitest'
import { createKeytarStore, troubleOf } from '../../../electron/secrets/keytar-store.ts'
import { stopTimers } from '../../fixtures/passing-time.ts'
import { fakeKeytar } from './fake-keytar.ts'

const SECRET = 'a secret that must not appear'

const open = (timeoutMs = 1_000) => {
  const keytar = fakeKeytar()
  return { keytar, store: createKeytarStore({ load: async () => keytar, timeoutMs }) }
}

describe('a keychain', () => {
  it('that is locked does not count as empty', async () => {
    const { keytar, store } = open()
    await store.write('a', SECRET)
    keytar.behave('lock')
    expect(await store.read('a')).toMatchObject({ ok: false, code: 'locked' })
    expect(await store.erase('a')).toMatchObject({ ok: false, code: 'locked' })
    expect(await store.state()).toBe('locked')
    keytar.behave('work')
    expect(await store.read('a')).toEqual({ ok: true, value: SECRET })
  })

  it('that cannot be loaded is reported as a missing library, and is not loaded before the first call', async () => {
    let loads = 0
    const store = createKeytarStore({
      load: async () => {
        loads += 1
        throw new Error('libsecret-1.so.0: cannot open shared object file')
      },
    })
    expect(loads).toBe(0)
    expect(await store.read('a')).toMatchObject({ ok: false, code: 'no-library' })
    expect(await store.write('a', SECRET)).toMatchObject({ ok: false, code: 'no-library' })
    expect(await store.state()).toBe('no-library')
    expect(loads).toBe(1)
  })

  it('that hangs causes one time-out, and blocks one worker thread, not all', async () => {
    const { keytar, store } = open(50)
    keytar.behave('hang')
    const pass = stopTimers()
    const asked = Promise.all([store.read('a'), store.write('a', SECRET), store.erase('a'), store.state()])
    await pass(50)
    const answers = await asked
    expect(answers).toMatchObject([{ code: 'failing' }, { code: 'failing' }, { code: 'failing' }, 'failing'])
    expect(keytar.calls).toEqual(['get a'])
    expect(store.hasUnansweredCall()).toBe(true)
    keytar.release()
    await expect.poll(() => store.state()).toBe('available')
    expect(store.hasUnansweredCall()).toBe(false)
  })

  it('of Windows does not get a credential that is too long; the store reports this', async () => {
    const keytar = fakeKeytar()
    const store = createKeytarStore({ load: async () => keytar, maxBytes: 2_560 })
    // Each character has two bytes in UTF-8.
    expect(await store.write('a', 'é'.repeat(1_281))).toMatchObject({ ok: false, code: 'too-long' })
    expect(keytar.calls).toEqual([])
    const longest = 'é'.repeat(1_280)
    expect(await store.write('a', longest)).toEqual({ ok: true, value: null })
    expect(await store.read('a')).toEqual({ ok: true, value: longest })
  })

  it('never shows a stored secret in the text of a failure', async () => {
    const { keytar, store } = open()
    keytar.behave(new Error(`cannot store ${SECRET}`))
    expect(JSON.stringify(await store.write('a', SECRET))).not.toContain(SECRET)
  })
})

it.each([
  ['Cannot create an item in a locked collection', 'locked'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'locked'],
  ['User interaction is not allowed.', 'locked'],
  ['User canceled the operation.', 'denied'],
  ['The user name or passphrase you entered is not correct.', 'denied'],
  ['Rejected send message, 2 matched rules; type="method_call"', 'denied'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no-session'],
  ['Could not connect: No such file or directory', 'no-session'],
  ['The connection is closed', 'no-session'],
  // The same messages on desktops in Portuguese and in Spanish.
  ['Não foi possível iniciar automaticamente o D-Bus sem X11 $DISPLAY', 'no-session'],
  ['Não foi possível conectar: Arquivo ou diretório inexistente', 'no-session'],
  ['A conexão está fechada', 'no-session'],
  ['No se puede lanzar D-Bus automáticamente sin X11 $DISPLAY', 'no-session'],
  ['No se pudo conectar: No existe el archivo o el directorio', 'no-session'],
  ['La conexión está cerrada', 'no-session'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'absent'],
  // libsecret's address of a service that has ended.
  ['The name :1.1 was not provided by any .service files', 'failing'],
  ['A default keychain could not be found.', 'absent'],
  ['Timeout was reached', 'failing'],
  ['A specified logon session does not exist. It may already have been terminated.', 'failing'],
])('%j means %s', (message, trouble) => {
  expect(troubleOf(new Error(message))).toBe(trouble)
})
