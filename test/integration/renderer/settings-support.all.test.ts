import { describe, expect, it } from 'vitest'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { openSettingsOn, type SettingsWindowOptions } from '../../fixtures/board-harness/settings-window.ts'
import { EVENING, type settingsWith } from '../../fixtures/board-harness/tickets.ts'

const UPDATE_READY = { state: 'ready', version: '1.0.0', offered: '1.1.0', checkedAt: EVENING, needsPerson: false }

const board = boardForTests()

const openSettings = (section: string, given?: Parameters<typeof settingsWith>[0], options?: SettingsWindowOptions) =>
  openSettingsOn(board, section, given, options)

const withUpdates = (value: unknown) => ({ answers: { 'updates:status': value } })

const plain = (text: string | null): string => (text ?? '').replaceAll(/[\s\u00a0]+/g, ' ')

describe('the page for support', () => {
  it('saves the report and the settings, and shows the version', async () => {
    const { page, part, ok, calls } = await openSettings('support')
    await expect.poll(() => page.getByTestId('version').textContent()).toBe('Comanda 1.2.3')
    await ok('diagnostics:export', { isSaved: true })
    await page.getByTestId('export-report').tap()
    await part.getByText('Arquivo salvo.').waitFor()
    await ok('settings:export', { isSaved: false })
    await page.getByTestId('export-settings').tap()
    await page.getByTestId('file-outcome').waitFor({ state: 'detached' })
    await expect.poll(() => calls('diagnostics:export')).toEqual([null])
    await expect.poll(() => calls('settings:export')).toEqual([null])
  })

  it('shows which settings of a file were applied, and lists the refused ones', async () => {
    const { page, ok, answer } = await openSettings('support')
    const outcome = page.getByTestId('file-outcome')
    await ok('settings:import', {
      outcome: 'taken',
      taken: 3,
      refused: [
        { name: 'pollIntervalSeconds', why: 'invalid' },
        { name: '<b>toString</b>', why: 'unknown' },
      ],
    })
    await page.getByTestId('import-settings').tap()
    await outcome.waitFor()
    await expect.poll(() => outcome.locator('p').first().textContent()).toBe('3 ajustes carregados.')
    await expect
      .poll(() => outcome.locator('li').allTextContents())
      .toEqual([
        'Buscar pedidos a cada: valor que não existe ou fora dos limites',
        '<b>toString</b>: esta versão não conhece',
      ])
    await ok('settings:import', { outcome: 'unreadable' })
    await page.getByTestId('import-settings').tap()
    await outcome.getByText('Este arquivo não tem ajustes do Comanda. Nada foi mudado.').waitFor()
    await answer('settings:import', { ok: false, code: 'storage', message: '' })
    await page.getByTestId('import-settings').tap()
    await outcome.getByText('O arquivo não pôde ser usado').waitFor()
  })

  it('closes the program only after a second touch', async () => {
    const { page, part, calls } = await openSettings('support')
    await page.getByTestId('quit').tap()
    await part.getByText('não recebe pedidos nem toca alarme').waitFor()
    await part.getByText('Continuar aberto').tap()
    await page.getByTestId('quit').tap()
    await page.getByTestId('quit-now').tap()
    // Only the last of the three touches.
    await expect.poll(() => calls('app:quit')).toEqual([null])
  })
})

describe('the updates, on the page for support', () => {
  it('are off in a build without a feed, without a button', async () => {
    const { page } = await openSettings('support')
    const updates = page.getByTestId('updates')
    await expect.poll(() => updates.getByTestId('update-state').textContent()).toContain('não busca atualizações')
    await expect.poll(() => updates.locator('button').count()).toBe(0)
  })

  it('are installed only after a second touch, with an explanation before it', async () => {
    const { page, calls } = await openSettings('support', {}, withUpdates(UPDATE_READY))
    const installing = { ...UPDATE_READY, state: 'installing' }
    const updates = page.getByTestId('updates')
    await updates.getByText('A versão 1.1.0 está pronta para instalar.').waitFor()
    await expect
      .poll(async () => plain(await updates.getByTestId('update-checked').textContent()))
      .toMatch(/^Última procura: .*\d/)
    await page.getByTestId('update-install').tap()
    await updates.getByText('volta em menos de um minuto').waitFor()
    await updates.getByText('Agora não').tap()
    await page.getByTestId('update-install').tap()
    // The state remains, because the page requests it again each second.
    await page.evaluate((value) => {
      const { answers } = window.harness
      answers['updates:install'] = () => {
        answers['updates:status'] = { ok: true, value }
        return answers['updates:status']
      }
    }, installing)
    await page.getByTestId('update-install-now').tap()
    await updates.locator('[data-state="installing"]').waitFor()
    await expect.poll(() => calls('updates:install')).toEqual([null])
  })

  it('show what delays them in place of the button', async () => {
    const held = { ...UPDATE_READY, hold: 'orders-open', trouble: 'signature', failedVersion: '1.0.9' }
    const { page } = await openSettings('support', {}, withUpdates(held))
    const updates = page.getByTestId('updates')
    await updates.getByText('Há pedidos em aberto.').waitFor()
    await updates.getByText('não tem a assinatura certa').waitFor()
    await updates.getByText('A versão 1.0.9 não mostrou os pedidos').waitFor()
    await expect.poll(() => updates.getByTestId('update-install').count()).toBe(0)
  })

  it('show the answer to a touch although a request from before it is answered later', async () => {
    const { page, ok } = await openSettings('support')
    await ok('updates:status', { ...UPDATE_READY, state: 'idle' })
    const updates = page.getByTestId('updates')
    await updates.locator('[data-state="idle"]').waitFor()
    await page.evaluate(() => {
      const waiting: ((answer: unknown) => void)[] = []
      Object.assign(window, { waiting })
      window.harness.answers['updates:status'] = () => new Promise((resolve) => waiting.push(resolve))
    })
    await page.waitForFunction(() => Reflect.get(window, 'waiting').length > 0)
    // A slow computer may begin another request after the touch, whose answer counts.
    const before = await page.evaluate(() => Reflect.get(window, 'waiting').length)
    await ok('updates:check', { ...UPDATE_READY, state: 'checking' })
    await page.getByTestId('update-check').tap()
    await updates.locator('[data-state="checking"]').waitFor()
    const statesAfterLateAnswers = page.evaluate(
      async ({ value, count }) => {
        const states: (string | undefined)[] = []
        for (const resolve of Reflect.get(window, 'waiting').slice(0, count)) resolve({ ok: true, value })
        for (let frame = 0; frame < 3; frame += 1) {
          await new Promise((painted) => requestAnimationFrame(painted))
          states.push(document.querySelector<HTMLElement>('[data-testid="updates"] [data-state]')?.dataset.state)
        }
        return states
      },
      { value: { ...UPDATE_READY, state: 'idle' }, count: before },
    )
    await expect(statesAfterLateAnswers).resolves.toEqual(['checking', 'checking', 'checking'])
  })

  it('are checked at once after a touch, and a failure is shown', async () => {
    const { page, ok, answer, calls } = await openSettings(
      'support',
      {},
      withUpdates({ ...UPDATE_READY, state: 'idle' }),
    )
    await ok('updates:check', { ...UPDATE_READY, state: 'checking' })
    await page.getByTestId('update-check').tap()
    await expect.poll(() => calls('updates:check')).toEqual([null])
    await answer('updates:check', { ok: false, code: 'internal', message: '' })
    await page.getByTestId('update-check').tap()
    await page.getByTestId('updates').locator('[role="alert"]').waitFor()
  })
})
