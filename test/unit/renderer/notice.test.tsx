// @vitest-environment happy-dom
import { expect, it } from 'vitest'
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
