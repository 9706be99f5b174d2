// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { Freshness, Trouble } from '../../../shared/time/freshness.ts'
import { EVENING, settingsWith, snapshotOf } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

const NEVER = 'Ainda sem contato com a plataforma'
const CLAIMS = /Nenhum pedido|Tudo em dia|Nada esperando|Nada na cozinha|Nada a fazer|Nada nesta etapa/

const openCounter = (freshness: Freshness) =>
  openInDom(snapshotOf([], { freshness, settings: settingsWith({ view: 'counter' }) }))

describe('a board without orders', () => {
  it.each<readonly [string, Freshness, string]>([
    ['before the first answer', { state: 'late' }, 'Conectando…'],
    ['of a platform that was never reached', { state: 'stale', trouble: 'network' }, NEVER],
    ['without a network', { state: 'offline', trouble: 'network' }, NEVER],
    [
      'without a network since a poll',
      { state: 'offline', trouble: 'network', checkedAt: EVENING - 600_000 },
      'Sem conexão há 10 min',
    ],
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
    await tap('@freshness button[data-command="retry-now"]')
    expect(calls('sync:retry-now')).toEqual([null])
  })
})

describe('the first contact', () => {
  it.each<readonly [Freshness['state'], Trouble, string]>([
    ['offline', 'network', 'Este computador está sem internet. Confira cabo ou Wi-Fi.'],
    ['stale', 'network', 'A internet ou a plataforma não responde. Confira cabo ou Wi-Fi.'],
    ['stale', 'no-answer', 'Ainda sem resposta.'],
    ['stale', 'host-unknown', 'O endereço da plataforma não foi encontrado.'],
    ['stale', 'address', 'Nenhuma plataforma atende neste endereço.'],
    ['stale', 'certificate', 'O certificado de segurança não confere.'],
    ['stale', 'certificate-date', 'Acerte data e hora do computador.'],
    ['stale', 'proxy', 'O proxy desta rede recusa a conexão.'],
    ['stale', 'forbidden', 'Loja não autorizada.'],
    ['stale', 'platform', 'A plataforma não está atendendo.'],
  ])('%s, %s: says that there was none, and why', async (state, trouble, cause) => {
    const { find, words } = await openCounter({ state, trouble })
    await find('.unchecked-title', NEVER)
    expect(words('.unchecked')).toContain(cause)
  })

  it('a tap polls at once, and shows that it does', async () => {
    const { find, tap, calls } = await openCounter({ state: 'stale', trouble: 'address' })
    await find('.unchecked-title', NEVER)
    await tap('.unchecked button[data-command="retry-now"]')
    await find('.unchecked-title', 'Conectando…')
    expect(calls('sync:retry-now')).toEqual([null])
  })

  const keeta = { state: 'stale', trouble: 'host-unknown', name: 'Keeta' } as const
  const others = [keeta, { state: 'fresh', checkedAt: EVENING, name: '99Food' }] as const

  it('names the platform where there are several', async () => {
    const { find, words } = await openCounter({ ...keeta, connection: 'Keeta', connections: [...others] })
    await find('.unchecked-title', 'Ainda sem contato com Keeta')
    expect(words('.unchecked')).toContain('O endereço da plataforma não foi encontrado.')
  })

  it('one of several platforms with refused credentials takes the place of no board', async () => {
    const refused = { state: 'setup', trouble: 'credentials-refused' } as const
    const { find, words, all } = await openCounter({
      ...refused,
      connection: 'Keeta',
      connections: [{ ...refused, name: 'Keeta' }, ...others.slice(1)],
    })
    await find('.unchecked-title', 'Keeta: Sem acesso à plataforma')
    expect(words('.unchecked')).toContain('Credenciais recusadas.')
    expect(all('@setup')).toEqual([])
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
    const { find, tap, calls } = await openInDom(
      snapshotOf([], {
        freshness: { state: 'setup', trouble: 'credentials-refused' },
        settings: settingsWith({ setupStep: 'done' }),
      }),
    )
    await find('@open-setup', 'Digitar as credenciais de novo')
    await find('@setup h2', 'Sem acesso à plataforma')
    await tap('@setup button[data-command="retry-now"]')
    expect(calls('sync:retry-now')).toEqual([null])
  })
})
