import { describe, expect, it } from 'vitest'
import { closeUnattendedDialogs } from '../../../renderer/app/unattended-dialog.ts'
import { createComandaStore } from '../../../renderer/store/comanda-store.ts'
import type { OpenDialog } from '../../../renderer/store/state.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/contract/settings.ts'
import type { Freshness } from '../../../shared/time/freshness.ts'
import { EVENING, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const UNATTENDED_MS = 60_000
const ALMOST_MS = UNATTENDED_MS - 1

function aWindow(tickets = [ticket('1')], settings: Partial<Settings> = {}, freshness?: Freshness) {
  const store = createComandaStore()
  let now = 0
  let timer: { readonly at: number; readonly run: () => void } | undefined
  let touch = (): void => undefined
  closeUnattendedDialogs(store, {
    after(ms, run) {
      const mine = { at: now + ms, run }
      timer = mine
      return () => {
        if (timer === mine) timer = undefined
      }
    },
    onActivity: (listener) => {
      touch = listener
    },
  })
  const show = (shown = tickets) =>
    store.getState().applySnapshot(
      snapshotOf(shown, {
        settings: { ...DEFAULT_SETTINGS, ...settings },
        freshness: freshness ?? { state: 'fresh', checkedAt: EVENING },
      }),
      0,
    )
  show()
  return {
    show,
    touch: () => touch(),
    open: (dialog: OpenDialog) => store.getState().openDialog(dialog),
    kind: () => store.getState().dialog?.kind,
    pass(ms: number) {
      now += ms
      if (timer !== undefined && timer.at <= now) {
        const { run } = timer
        timer = undefined
        run()
      }
    },
  }
}

describe('a page in front of open orders', () => {
  it.each(['settings', 'history', 'setup', 'sound', 'print', 'queue'] as const)('%s closes after a minute', (kind) => {
    const its = aWindow()
    its.open({ kind })
    its.pass(ALMOST_MS)
    expect(its.kind()).toBe(kind)
    its.pass(1)
    expect(its.kind()).toBeUndefined()
  })

  it('stays open for a minute after each touch', () => {
    const its = aWindow()
    its.open({ kind: 'settings' })
    its.pass(ALMOST_MS)
    its.touch()
    its.pass(ALMOST_MS)
    expect(its.kind()).toBe('settings')
    its.pass(1)
    expect(its.kind()).toBeUndefined()
  })

  it('is hidden too when the only open order is a scheduled one that waits to be accepted', () => {
    const scheduled = ticket('1', { lane: 'scheduled', timing: 'SCHEDULED', startAt: EVENING + 3_600_000 })
    const { open, pass, kind } = aWindow([scheduled])
    open({ kind: 'settings' })
    pass(UNATTENDED_MS)
    expect(kind()).toBeUndefined()
  })

  it('is not closed by a change of the board, and is not kept open by a poll', () => {
    const its = aWindow()
    its.open({ kind: 'history' })
    its.pass(ALMOST_MS)
    its.show([ticket('1'), ticket('2')])
    expect(its.kind()).toBe('history')
    its.pass(1)
    expect(its.kind()).toBeUndefined()
  })

  it.each(['cancel', 'code'] as const)('stays open when it is the dialog for a %s', (kind) => {
    const its = aWindow()
    its.open({ kind, orderId: 'order-1', displayId: '1' })
    its.pass(10 * UNATTENDED_MS)
    expect(its.kind()).toBe(kind)
  })
})

describe('a page stays open', () => {
  it('without open orders; the minute begins with the first order', () => {
    const its = aWindow([ticket('1', { status: 'DELIVERED' })])
    its.open({ kind: 'history' })
    its.pass(10 * UNATTENDED_MS)
    expect(its.kind()).toBe('history')
    its.show([ticket('2')])
    its.pass(ALMOST_MS)
    expect(its.kind()).toBe('history')
    its.pass(1)
    expect(its.kind()).toBeUndefined()
  })

  it.each([
    ['while the set-up is not finished', { setupStep: 'screen' as const }, undefined],
    ['while the kitchen has no connection', {}, { state: 'setup', trouble: 'not-configured' } as const],
  ])('%s', (_words, settings, freshness) => {
    const its = aWindow([ticket('1')], settings, freshness)
    its.open({ kind: 'setup' })
    its.pass(10 * UNATTENDED_MS)
    expect(its.kind()).toBe('setup')
  })
})
