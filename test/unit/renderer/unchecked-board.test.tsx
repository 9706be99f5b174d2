// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { Freshness, Trouble } from '../../../shared/time/freshness.ts'
import { EVENING, settingsWith, snapshotOf } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

const NEVER = 'Conectando… · Ainda sem contato com a plataforma'
const CLAIMS = /Nenhum pedido|Tudo em dia|Nada esperando|Nada na cozinha|Nada a fazer|Nada nesta etapa/

const openCounter = (freshness: Freshness) =>
  openInDom(snapshotOf([], { freshness, settings: settingsWith({ view: 'counter' }) }))

describe('a board without orders', () => {
  it.each<readonly [string, Freshness, string]>([
    ['before the first answer', { state: 'late' }, NEVER],
    ['of a platform that was never reached', { state: 'stale', trouble: 'network' }, NEVER],
    ['without a network', { state: 'offline', trouble: 'network' }, 'Sem conexão'],
    ['of an earlier run', { state: 'late', checkedAt: EVENING - 70_000 }, 'Verificado há 1 min'],
    ['that is old', { state: 'stale', checkedAt: EVENING - 600_000 }, 'Sem atualização há 10 min'],
    ['of unknown age', { state: 'stale', isAgeUnknown: true }, NEVER],
  ])('%s claims nowhere at the counter that there is nothing', async (_, freshness, words) => {
    const { find, words: read } = await openCounter(freshness)
    await find('.counter-empty', words)
    expect(read('main')).not.toMatch(CLAIMS)
  })

  it('claims it when it was checked just now', async () => {
    const { find, words } = await openCounter({ state: 'fresh', checkedAt: EVENING })
    await find('.counter-empty', 'Nada esperando no balcão')
    expect(words('main')).toContain('Nada na cozinha')
  })

  it('the badge has no age without its number, and the button to try again as soon as a poll has failed', async () => {
    const { find, push, words, tap, calls, all } = await openCounter({ state: 'late' })
    await find('@freshness', 'Conectando…')
    expect(words('@freshness')).not.toContain('há')
    expect(all('button[data-command="retry-now"]')).toEqual([])
    await push({ freshness: { state: 'stale', trouble: 'no-answer' } })
    await find('@freshness', `${NEVER}. Ainda sem resposta. Confira cabo ou Wi-Fi.`)
    await tap('button[data-command="retry-now"]')
    expect(calls('sync:retry-now')).toEqual([null])
  })
})

describe('a connection that waits for something else than the set-up', () => {
  it.each<readonly [Trouble, string, string]>([
    ['keychain-locked', 'Cofre de senhas bloqueado', 'Digite a senha do cofre'],
    ['keychain-failing', 'Cofre de senhas indisponível', 'Procure uma janela do cofre'],
    ['credential-in-use', 'Outro Comanda aberto', 'Feche o outro Comanda'],
    ['handed-over', 'Pedidos em outro computador', 'Os pedidos chegam no outro computador'],
  ])('%s is headed by its own words, and asks for no credentials', async (trouble, title, advice) => {
    const { find, words, tap, calls } = await openInDom(
      snapshotOf([], { freshness: { state: 'setup', trouble }, settings: settingsWith({ setupStep: 'done' }) }),
    )
    await find('@setup h2', title)
    expect(words('@freshness')).toContain(title)
    expect(words('@setup')).toContain(advice)
    expect(words('main')).not.toMatch(/Falta configurar|Digitar as credenciais/)
    await tap('@setup button[data-command="retry-now"]')
    expect(calls('sync:retry-now')).toEqual([null])
  })

  it('refused credentials are entered again', async () => {
    const { find } = await openInDom(
      snapshotOf([], {
        freshness: { state: 'setup', trouble: 'credentials-refused' },
        settings: settingsWith({ setupStep: 'done' }),
      }),
    )
    await find('@open-setup', 'Digitar as credenciais de novo')
  })
})
