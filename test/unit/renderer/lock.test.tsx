// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { startFakeLock } from '../../fixtures/board-harness/fake-lock.ts'
import { settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

const PIN = '4071'
/** The interval in which the window checks whether the lock is closed (renderer/lock/pin-gate.tsx). */
const CHECK_EVERY_MS = 5_000
const keyOf = (name: string): string => `[data-pin-key="${name}"]`

async function open(pin: string | null, wait = 2_000, snapshot = snapshotOf([ticket('1')])) {
  const opened = await openInDom(snapshot, { 'setup:status': { state: 'empty' } })
  startFakeLock({ first: pin, wait })
  return {
    ...opened,
    enter: async (digits: string): Promise<void> => {
      for (const key of [...digits, 'enter']) await opened.tap(keyOf(key))
    },
    setLock: (state: object) => Object.assign(Reflect.get(window, 'fakeLock'), state),
    pinNow: () => Reflect.get(window, 'fakeLock').pin,
  }
}

describe('the PIN pad', () => {
  it.each([
    ['open-settings', 'settings-dialog', undefined],
    ['open-history', 'history-dialog', undefined],
    [
      'open-setup',
      'setup-wizard',
      snapshotOf([], { freshness: { state: 'setup', trouble: 'credentials-refused', checkedAt: 1 } }),
    ],
  ])('appears at %s, before %s', async (button, dialog, snapshot) => {
    const { tap, find, gone, enter, all } = await open(PIN, undefined, snapshot)
    await tap(`@${button}`)
    await find('@pin-pad')
    expect(all(`@${dialog}`)).toEqual([])
    await enter(PIN)
    await find(`@${dialog}`)
    await gone('@pin-pad')
  })

  it('shows the board again when it is cancelled by its button, its cross or Escape', async () => {
    const { tap, find, gone, press, all, calls } = await open(PIN)
    for (const giveUp of [
      () => tap(keyOf('cancel')),
      () => tap('@pin-pad button[aria-label="Fechar"]'),
      () => press('Escape'),
    ]) {
      await tap('@open-settings')
      await find('@pin-pad')
      await giveUp()
      await gone('@pin-pad')
      expect(all('@settings-dialog')).toEqual([])
    }
    expect(calls('lock:unlock')).toEqual([])
  })

  it('shows that the PIN is wrong, and from the third time on a countdown, in which it accepts no attempt', async () => {
    const { tap, find, gone, press, enter, all, words, calls, runFor } = await open(PIN, 20_500)
    await tap('@open-settings')
    for (const wrong of ['0000', '1111']) {
      await enter(wrong)
      await find('@pin-pad', 'PIN errado.')
      expect(all('@pin-wait')).toEqual([])
    }
    await enter('2222')
    await find('@pin-wait', 'em 20 s.')
    // Also when the pad is opened again.
    await tap(keyOf('cancel'))
    await tap('@open-settings')
    await find('@pin-wait', 'em 20 s.')
    for (const digit of PIN) await tap(keyOf(digit))
    await press('Enter')
    await runFor(17_000)
    const seconds: string[] = []
    while (all('@pin-wait').length > 0) {
      seconds.push(/(\d+) s\.$/.exec(words('@pin-wait'))?.[1] ?? '')
      await runFor(1_000)
    }
    expect(seconds).toEqual(['3', '2', '1'])
    await tap(keyOf('clear'))
    await enter(PIN)
    await gone('@pin-pad')
    expect(calls('lock:unlock')).toEqual(['0000', '1111', '2222', PIN].map((pin) => ({ pin })))
  })

  it('continues the requested action: a change, a file of the history, and closing the window', async () => {
    const { tap, find, gone, press, enter, all, words, calls, setLock } = await open(null)
    await tap('@open-settings')
    await find('@settings-dialog')
    // The lock closes while the dialog is open.
    setLock({ pin: PIN, isOpen: false })
    await tap('@settings-dialog [data-setting="theme"] button', 'Clara')
    await find('@pin-pad')
    await enter(PIN)
    await gone('@pin-pad')
    expect(calls('settings:change')).toEqual([{ theme: 'light' }, { theme: 'light' }])
    expect(all('@settings-dialog .failure')).toEqual([])
    await press('Escape')
    setLock({ isOpen: false })
    await tap('@open-history')
    await find('@pin-purpose', 'O histórico pede o PIN.')
    await enter(PIN)
    await tap('@history-dialog button', 'Exportar')
    await find('@history-dialog', 'Arquivo salvo.')
    await press('Escape')
    setLock({ isOpen: false })
    window.harness.askForPin()
    await find('@pin-purpose', 'Fechar o Comanda pede o PIN.')
    expect(words('@pin-purpose')).not.toContain('histórico')
    await enter(PIN)
    expect(calls('app:quit')).toHaveLength(2)
  })

  it('closes alone when it is cancelled over a dialog, and the action is reported as not done', async () => {
    const { tap, find, gone, calls, setLock } = await open(null)
    await tap('@open-settings')
    await find('@settings-dialog')
    setLock({ pin: PIN, isOpen: false })
    await tap('@settings-dialog [data-setting="theme"] button', 'Clara')
    await tap(keyOf('cancel'))
    await gone('@pin-pad')
    await find('@settings-dialog [role="alert"]', 'PIN')
    expect(calls('settings:change')).toHaveLength(1)
  })

  it('closes the settings when the lock closes', async () => {
    const { tap, find, gone, enter, all, setLock, runFor } = await open(PIN)
    await tap('@open-settings')
    await enter(PIN)
    await find('@settings-dialog')
    setLock({ isOpen: false })
    await runFor(CHECK_EVERY_MS)
    await gone('@settings-dialog')
    expect(all('@pin-pad')).toEqual([])
  })
})

describe('the PIN in the settings', () => {
  async function openSection(pin: string | null) {
    const opened = await open(pin)
    await opened.tap('@open-settings')
    if (pin !== null) await opened.enter(pin)
    await opened.tap('[data-section="pin"]')
    const isSet = (set: boolean) => opened.find(`@pin-status[data-set="${set}"]`)
    await isSet(pin !== null)
    return { ...opened, isSet, said: (text: string) => opened.find('@settings-dialog', text) }
  }

  it('is set after it was entered twice, and "lock now" locks at once', async () => {
    const { tap, find, gone, enter, said, isSet, words, pinNow } = await openSection(null)
    await tap('@pin-set')
    await enter('1234')
    await enter('1235')
    await said('Os dois PINs não são iguais')
    expect(pinNow()).toBeNull()
    await enter('1234')
    await enter('1234')
    await said('O PIN foi salvo.')
    await isSet(true)
    expect(words('@pin-status')).toContain('Bloqueia automaticamente após 4 min')
    expect(pinNow()).toBe('1234')
    await tap('@lock-now')
    await gone('@settings-dialog')
    await tap('@open-settings')
    await find('@pin-pad')
  })

  it('is set after the set-up with the client secret, which is the last entry, and its field is empty after the call', async () => {
    const { tap, find, fill, enter, said, isSet, value, calls, ok, setLock } = await openSection(null)
    setLock({ secret: 'the-secret' })
    await find('@pin-needs-secret')
    await tap('@pin-set')
    await enter('1234')
    await enter('1234')
    const field = 'input[name="client-secret"]'
    expect((await find(`@pin-change[data-step="secret"] ${field}`)).getAttribute('type')).toBe('password')
    await tap(keyOf('enter'))
    await fill(field, 'not-this-one')
    await tap(keyOf('enter'))
    await find('[data-failure="wrong-secret"]')
    expect(value(field)).toBe('')
    ok('setup:paste', { text: ' the-secret ' })
    await tap('[data-wizard="paste-client-secret"]')
    expect(value(field)).toBe('the-secret')
    await tap(keyOf('enter'))
    await said('O PIN foi salvo.')
    await isSet(true)
    expect(calls('lock:set')).toEqual(
      ['not-this-one', 'the-secret'].map((clientSecret) => ({ pin: '1234', clientSecret })),
    )
  })

  it('is changed and removed after the current PIN was entered', async () => {
    const { tap, find, enter, said, isSet, calls, pinNow } = await openSection(PIN)
    await tap('@pin-change')
    await enter('9999')
    await said('PIN errado.')
    await enter(PIN)
    await find('@pin-change[data-step="fresh"]')
    await enter('778899')
    await enter('778899')
    await said('O PIN foi salvo.')
    await tap('@pin-remove')
    await enter('0000')
    await said('PIN errado.')
    expect(pinNow()).toBe('778899')
    await enter('778899')
    await said('O PIN foi removido.')
    await isSet(false)
    expect(pinNow()).toBeNull()
    expect(calls('lock:set')).toEqual([
      { pin: '778899', current: PIN },
      { pin: null, current: '0000' },
      { pin: null, current: '778899' },
    ])
  })

  it('needs four digits and accepts at most twelve', async () => {
    const { tap, find, press, value } = await openSection(null)
    await tap('@pin-set')
    for (const digit of '123') await tap(keyOf(digit))
    expect((await find(keyOf('enter'))).hasAttribute('disabled')).toBe(true)
    for (const digit of '45678901234567') await press(digit)
    expect(value('@pin-change input')).toBe('123456789012')
    await tap(keyOf('clear'))
    expect(value('@pin-change input')).toBe('')
  })
})

it('the last step of the set-up says what is possible without a PIN; who goes on without one stores none', async () => {
  const { tap, find, gone, ok, calls } = await open(
    null,
    0,
    snapshotOf([], { settings: settingsWith({ setupStep: 'access' }) }),
  )
  ok('setup:status', { state: 'kept', masked: 'https://a.test/***' })
  await find('[data-wizard="choose-pin"]')
  await find('[data-pin="open"]', 'qualquer pessoa diante da tela muda os ajustes')
  expect(calls('settings:change')).toEqual([])
  await tap('[data-wizard="open-board"]')
  await gone('@setup-wizard')
  expect(calls('settings:change')).toEqual([{ setupStep: 'done' }])
  expect(calls('lock:set')).toEqual([])
})
