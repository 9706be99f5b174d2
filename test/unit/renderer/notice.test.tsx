// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { Freshness } from '../../../shared/time/freshness.ts'
import { snapshotOf } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

it.each([
  ['acknowledgments-refused', 'A plataforma recusa todas as confirmações de recebimento.'],
  ['acknowledgments-ignored', 'A plataforma aceita as confirmações de recebimento, mas envia'],
])('the notice %s has a button that tests the forms', async (notice, words) => {
  const { find, push, tap, calls, all } = await openInDom(snapshotOf([], { notice }))
  await find('.notice-bar', words)
  await find('.notice-bar', 'Toque em “Testar agora”')
  expect(calls('sync:retry-now')).toEqual([])
  await tap('button[data-command="test-now"]')
  expect(calls('sync:retry-now')).toEqual([null])
  await push({ notice: 'storage-full' })
  await find('.notice-bar', 'Disco cheio')
  expect(all('button[data-command="test-now"]')).toEqual([])
})

it('a notice about one of several platforms names it, one about the kitchen does not', async () => {
  const connections = [
    { name: '99Food', state: 'fresh', notice: 'provision-taken' },
    { name: 'Keeta', state: 'fresh', notice: 'storage-repaired' },
  ] satisfies Freshness['connections']
  const freshness = { state: 'fresh', connections } as const
  const { find, push } = await openInDom(snapshotOf([], { notice: 'storage-repaired', freshness }))
  await find('.notice-bar', 'Keeta: Os dados do Comanda estavam danificados e foram recuperados.')
  await push({ notice: 'provision-taken' })
  await find('.notice-bar[data-notice="provision-taken"]')
  expect((await find('.notice-bar')).textContent?.startsWith('As credenciais do arquivo')).toBe(true)
})
