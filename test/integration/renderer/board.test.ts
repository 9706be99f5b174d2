import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CANCELLATION_CODES } from '../../../shared/order/lifecycle.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { codeSizeOf } from '../../bench/code-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { buildBoard } from '../../fixtures/board-harness/served-board.ts'
import {
  EVENING,
  eveningTickets,
  line,
  minutesAgo,
  settingsWith,
  snapshotOf,
  tap,
  ticket,
  troubledTickets,
} from '../../fixtures/board-harness/tickets.ts'
import { tapAction } from '../../fixtures/board-harness/touches.ts'
import { eventually } from '../../fixtures/eventually.ts'

const MAX_KB_AT_START = 156

const board = boardForTests()

async function open(tickets: readonly Ticket[], more: Parameters<typeof snapshotOf>[1] = {}, options?: OpenOptions) {
  const { page, pageErrors } = await board.open(snapshotOf(tickets, more), options)
  const card = (displayId: string) => page.locator(`[data-order-id="order-${displayId}"]`)
  const calls = (name: string) =>
    page.evaluate(
      (wanted) => window.harness.calls.filter((call) => call.name === wanted).map((call) => call.args),
      name,
    )
  const push = (version: number, changed: readonly Ticket[], removed: readonly string[] = []) =>
    page.evaluate((delta) => window.harness.push(delta), { version, changed: [...changed], removed: [...removed] })
  /** Opens the whole ticket of a card. */
  const openCard = async (displayId: string) => {
    await card(displayId).locator('button[data-command="open"]').click()
    await page.locator(`[data-testid="opened-ticket"] [data-order-id="order-${displayId}"]`).waitFor()
  }
  return { page, pageErrors, card, calls, push, openCard }
}

describe('the window', () => {
  it('has code within its size limit and without schemas', async ({ onTestFinished }) => {
    const folder = resolve(import.meta.dirname, `../../../.cache/board-weight-${randomUUID()}`)
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const files = await buildBoard(folder)
    const kbAtStart = codeSizeOf(files).atStart
    const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
    console.log(`JavaScript of the window: ${Math.round(kbAtStart)} kB gzip at start`)
    expect(scripts.length).toBeGreaterThan(0)
    expect(kbAtStart).toBeLessThanOrEqual(MAX_KB_AT_START)
    expect(scripts.join('')).not.toContain('ZodError')
  })

  it('complies with the content security policy, with every dialog and board opened', async () => {
    const { page, pageErrors, push } = await open([...eveningTickets(), ...troubledTickets()])
    const openers = [
      () => tapAction(page, 'order-4817', 'requestCancellation'),
      () => tapAction(page, 'order-4809', 'validateCode'),
      async () => {
        // The bar of a stop is in the header's place.
        const stopped = troubledTickets().filter(({ cancelled }) => cancelled?.acknowledged === false)
        await push(
          2,
          stopped.map((one) => ({ ...one, cancelled: { at: EVENING, acknowledged: true } })),
        )
        await page.getByTestId('unsettled').click()
      },
      () => page.getByTestId('open-settings').click(),
    ]
    for (const open of openers) {
      await open()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await expect.poll(() => page.locator('style').count()).toBe(0)
    expect(pageErrors).toEqual([])
  })
})

describe('a ticket', () => {
  it('shows all data of an order that a cook or the counter needs', async () => {
    const { card, openCard } = await open(
      eveningTickets().map((one) => ({ ...one, courierNotes: one.lane === 'done' ? undefined : ['Portão azul'] })),
    )
    const words = async (displayId: string) =>
      ((await card(displayId).textContent()) ?? '').replaceAll(/[\s\u00a0]+/g, ' ')
    await expect.poll(() => words('4815')).toContain('0,5 kg Picanha fatiada na brasa')
    await expect.poll(() => words('4815')).toContain('Tocar a campainha do portão azul')
    await expect.poll(() => words('4821')).toMatch(/Aceitar em [1-7]:\d\d/)
    await expect.poll(() => words('4821')).toContain('2× X-Bacon duplo')
    await expect.poll(() => words('4809')).toContain('B12')
    await expect.poll(() => words('4809')).not.toContain('Portão azul')
    await openCard('4817')
    await expect.poll(() => words('4817')).toContain('Para 20:36')
    // Money and addresses are for the hand-over.
    await openCard('4821')
    await expect.poll(() => words('4821')).toContain('Sem cebola, alergia a amendoim')
    await expect.poll(() => words('4821')).not.toContain('Cobrar')
    await openCard('4809')
    await expect.poll(() => words('4809')).toContain('Cobrar R$ 87,50 · Dinheiro · Troco para R$ 100,00')
    await expect.poll(() => words('4809')).toContain('Código de retirada B12')
    await openCard('4808')
    await expect.poll(() => words('4808')).toContain('Entregador na loja')
    await expect.poll(() => words('4808')).toContain('Já pago')
    await expect.poll(() => words('4808')).toContain('Rua das Laranjeiras, 512 · apto 31 · Vila Madalena · Portão azul')
  })

  it('shows a pressed button from the tap until it is stored or refused', async () => {
    const { page, card } = await open([ticket('1')])
    const button = card('1').locator('button[data-action="confirm"]')
    const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    const atRest = await colour()
    await page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers()
      Object.defineProperty(window.harness.answers, 'order:act', { get: () => promise })
      addEventListener('test:answer', () => resolve({ ok: false, code: 'not-offered', message: 'moved on' }))
    })
    await button.click()
    await page.mouse.move(0, 0)
    await card('1').locator('button[data-action="confirm"][data-pressed]').waitFor()
    await expect.poll(() => colour()).not.toBe(atRest)
    await page.evaluate(() => dispatchEvent(new Event('test:answer')))
    // The button says that the tap was not sent.
    await card('1').locator('button[data-action="confirm"][data-refused]:not([data-pressed])').waitFor()
  })

  it('shows a button that accepts no tap under the finger that has just tapped', async () => {
    const { page, card, push, calls } = await open([ticket('1')])
    const button = card('1').locator('button[data-action="confirm"]')
    const box = await button.boundingBox()
    if (!box) throw new Error('The button has no place')
    await button.click()
    await push(2, [ticket('1', { tap: tap('held'), actions: ['requestCancellation'] })])
    await card('1').locator('[data-truth="held"]').waitFor()
    await expect
      .poll(() =>
        page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.ariaDisabled, [
          box.x + box.width / 2,
          box.y + box.height / 2,
        ] as const),
      )
      .toBe('true')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await card('1').locator('[data-command="undo"]:not([aria-disabled])').click()
    await expect.poll(() => calls('tap:undo')).toHaveLength(1)
  })

  it('has buttons that undo a held tap and send it at once', async () => {
    const { card, calls, openCard } = await open([ticket('1', { tap: tap('held'), actions: ['requestCancellation'] })])
    await card('1').getByRole('button', { name: 'Desfazer' }).click()
    await openCard('1')
    await card('1').getByRole('button', { name: 'Enviar agora' }).click()
    await expect.poll(() => calls('tap:undo')).toEqual([{ tapId: 'tap-held' }])
    await expect.poll(() => calls('tap:send-now')).toEqual([{ tapId: 'tap-held' }])
  })

  it('shows the reason why the app or the platform refused a tap', async () => {
    const { page, card } = await open(troubledTickets())
    const conflict = card('5002').locator('[data-truth="conflict"]')
    await expect.poll(() => conflict.textContent()).toContain('A plataforma não aceita este passo agora.')
    await expect.poll(() => conflict.textContent()).toContain('waiting for payment review')
    await page.evaluate(() => {
      window.harness.answers['order:act'] = { ok: false, code: 'not-offered', message: 'moved on' }
    })
    await card('4998').locator('button[data-action="ready-for-pickup"]').click()
    await card('4998').getByText('O pedido mudou: este passo não vale mais.').waitFor()
  })

  it('shows a failure when the main process does not answer', async () => {
    const { page, card } = await open([ticket('1')])
    await page.evaluate(() =>
      Object.defineProperty(window.harness.answers, 'order:act', { get: () => Promise.reject() }),
    )
    await card('1').locator('button[data-action="confirm"]').click()
    await card('1').getByText('Erro inesperado. Tente de novo.').waitFor()
  })

  it('strikes a line at once and removes the stroke when it could not be stored', async () => {
    const { page, card, calls, push } = await open([ticket('1', { status: 'PREPARING' })])
    const row = card('1').locator('button.strike')
    await row.click()
    await expect.poll(() => row.getAttribute('aria-pressed')).toBe('true')
    await expect
      .poll(() => calls('order:strike-line'))
      .toEqual([{ orderId: 'order-1', lineId: '0:X-Salada', struck: true }])
    await push(2, [ticket('1', { status: 'PREPARING', lines: [line('X-Salada', { struck: true })] })])
    await expect.poll(() => row.getAttribute('aria-pressed')).toBe('true')
    await page.evaluate(() => {
      window.harness.answers['order:strike-line'] = { ok: false, code: 'storage', message: 'disk full' }
    })
    await row.click()
    await card('1').getByText('Não foi possível gravar neste computador.').waitFor()
    await expect.poll(() => row.getAttribute('aria-pressed')).toBe('true')
  })

  it('shows a stop until staff acknowledge it', async () => {
    const { page, card, calls, push, openCard } = await open(troubledTickets())
    const stopped = card('5001')
    await expect.poll(() => stopped.getAttribute('data-status')).toBe('CANCELLED')
    await expect.poll(() => stopped.textContent()).toContain('PARE')
    await expect.poll(() => stopped.textContent()).toContain('Cliente desistiu da compra')
    await expect.poll(() => stopped.locator('button[data-action]').count()).toBe(1)
    await openCard('5001')
    await expect.poll(() => stopped.textContent()).toContain('PARE')
    await expect.poll(() => stopped.textContent()).toContain('Cliente desistiu da compra')
    await expect
      .poll(() => stopped.locator('[data-truth="conflict"]').textContent())
      .toContain('O pedido foi cancelado antes.')
    await expect.poll(() => stopped.locator('button[data-action]').count()).toBe(1)
    await push(2, [ticket('7')])
    await page.getByTestId('stop-strip').getByText('PARE: 1 pedido cancelado').waitFor()
    await page.getByTestId('stop-strip').getByText('Cliente desistiu da compra').waitFor()
    await page.getByRole('button', { name: 'Mostrar o pedido cancelado 5001' }).click()
    await stopped.locator('button[data-action="acknowledge"]').click()
    await expect.poll(() => calls('order:acknowledge-cancellation')).toEqual([{ orderId: 'order-5001' }])
    await expect.poll(() => stopped.locator('button[data-action="acknowledge"]').count()).toBe(1)
  })

  it('shows different texts for an order that is being read and one that cannot be read', async () => {
    const { card } = await open(troubledTickets())
    await expect.poll(() => card('a81f3c').textContent()).toContain('Lendo os dados')
    await expect.poll(() => card('99d0e7').textContent()).toContain('Abra o portal da plataforma')
  })

  it('offers every action of an order in an unknown status, all in the same size', async () => {
    const { card, openCard } = await open(troubledTickets())
    await expect.poll(() => card('4990').textContent()).toContain('AWAITING_DRONE')
    await openCard('4990')
    await expect.poll(() => card('4990').locator('button[data-action]').count()).toBe(7)
    await expect.poll(() => card('4990').locator('.act-primary').count()).toBe(0)
  })

  it('has a button that starts a scheduled order', async () => {
    // A stop that is not acknowledged covers the tabs.
    const { page, card, calls } = await open(troubledTickets().filter(({ displayId }) => displayId !== '5001'))
    await expect.poll(() => card('5010').textContent()).toContain('Começar às 21:02')
    await page.locator('[data-filter="scheduled"]').click()
    await card('5010').getByRole('button', { name: 'Começar' }).click()
    await expect.poll(() => calls('order:start-by-hand')).toEqual([{ orderId: 'order-5010' }])
  })

  it('moves no other ticket when it changes', async () => {
    const { page, push } = await open(eveningTickets())
    await page.evaluate(() => {
      const touched: string[] = []
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement
          const id = element?.closest<HTMLElement>('[data-order-id]')?.dataset.orderId
          if (id !== undefined) touched.push(id)
        }
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
      Object.assign(window, { touched })
    })
    // With another channel on the board, or one less, the others would name theirs otherwise.
    await push(2, [ticket('4821', { createdAt: minutesAgo(1), customerName: 'Zuleica', channel: 'App da casa' })])
    await page.getByText('Zuleica').waitFor()
    await eventually(async () => {
      const touched = await page.evaluate(() => [...new Set(Reflect.get(window, 'touched'))])
      // The clocks advance meanwhile: only the countdown of the other new order may have changed.
      expect(touched.filter((id) => id !== 'order-4820')).toEqual(['order-4821'])
    })
  })
})

describe('the header', () => {
  it('shows what to do about a fault and for how long the store stays open, and claims nothing of a board that was not checked', async () => {
    const { page } = await open([], {
      freshness: { state: 'offline', trouble: 'network', checkedAt: EVENING - 120_000, storeRiskAt: EVENING + 180_000 },
    })
    await eventually(async () => {
      const words = await page.getByTestId('freshness').textContent()
      expect(words).toContain('Confira cabo ou Wi-Fi')
      expect(words).toMatch(/A plataforma pode fechar a loja em [0-3]:\d\d/)
      expect(await page.locator('.unchecked-title').textContent()).toMatch(/^Sem conexão há 2\smin$/)
    })
    const { page: fresh } = await open([])
    await expect.poll(() => fresh.locator('.empty-title').textContent()).toBe('Tudo em dia')
  })

  it('keeps known orders on the screen when the credentials fail, and explains an empty board', async () => {
    const setup = { freshness: { state: 'setup', trouble: 'credentials-refused' } } as const
    const { page } = await open(eveningTickets(), setup)
    await expect.poll(() => page.locator('[data-order-id]').count()).toBe(eveningTickets().length)
    await expect.poll(() => page.getByTestId('freshness').textContent()).toContain('Confira-as com a plataforma')
    const { page: empty } = await open([], setup)
    await expect.poll(() => empty.getByTestId('setup').textContent()).toContain('Confira-as com a plataforma')
  })

  it('shows the notice about repaired data until it is closed, and the notice about a wrong clock while the clock is wrong', async () => {
    const { page } = await open([], {
      notice: 'storage-repaired',
      clock: { platformNow: EVENING, skewMs: -31_000 },
    })
    await page.getByText('Os dados do Comanda estavam danificados e foram recuperados.').waitFor()
    await page.getByTestId('close-notice').click()
    await page.getByText('O relógio deste computador está errado.').waitFor()
    await expect.poll(() => page.getByText('Os dados do Comanda').count()).toBe(0)
    await expect.poll(() => page.getByTestId('close-notice').count()).toBe(0)
  })
})

describe('dialogs', () => {
  it('require a reason before a cancellation can be sent', async () => {
    const { page, calls, push } = await open(eveningTickets())
    await tapAction(page, 'order-4821', 'requestCancellation')
    const dialog = page.locator('[role="dialog"][data-testid="cancel-dialog"]')
    const send = dialog.locator('button[data-action="send"]')
    await expect.poll(() => send.isDisabled()).toBe(true)
    await push(2, [ticket('4821', { customerName: 'Zuleica' }), ticket('9')])
    await push(3, [], ['order-4820'])
    await page.locator('[data-order-id="order-9"]').first().waitFor({ state: 'attached' })
    await expect.poll(() => page.locator('[data-order-id="order-4820"]').count()).toBe(0)
    await expect.poll(() => dialog.isVisible()).toBe(true)
    await dialog.locator('input[type="radio"][value="UNAVAILABLE_ITEM"]').check()
    await dialog.getByLabel('Detalhe (opcional)').fill('acabou o queijo')
    await send.click()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => calls('order:act'))
      .toEqual([
        {
          orderId: 'order-4821',
          action: 'requestCancellation',
          cancellation: { code: 'UNAVAILABLE_ITEM', reason: 'Item indisponível: acabou o queijo' },
        },
      ])
  })

  it('have at most six choices in sight: the usual reasons, then the others', async () => {
    const { page } = await open([ticket('1')])
    await tapAction(page, 'order-1', 'requestCancellation')
    const dialog = page.getByTestId('cancel-dialog')
    const codes = () =>
      dialog.locator('input[type="radio"]').evaluateAll((all) => all.map((one) => Reflect.get(one, 'value')))
    await expect.poll(codes).toEqual(CANCELLATION_CODES.slice(0, 4))
    await dialog.locator('[data-command="other-reasons"]').click()
    await expect.poll(codes).toEqual(CANCELLATION_CODES.slice(4))
    await dialog.locator('input[value="DUPLICATE_APPLICATION"]').check()
    await expect.poll(() => dialog.locator('button[data-action="send"]').isEnabled()).toBe(true)
  })

  it('keep the entered text when the cancellation is refused, and when the order is cancelled meanwhile', async () => {
    const { page, push } = await open([ticket('1')])
    await page.evaluate(() => {
      window.harness.answers['order:act'] = { ok: false, code: 'not-offered', message: '' }
    })
    await tapAction(page, 'order-1', 'requestCancellation')
    const dialog = page.getByTestId('cancel-dialog')
    await dialog.getByText('Sem entregador').click()
    await dialog.locator('button[data-action="send"]').click()
    await dialog.getByText('O pedido mudou: este passo não vale mais.').waitFor()
    await push(2, [ticket('1', { status: 'CANCELLED', cancelled: { at: EVENING, acknowledged: false } })])
    await dialog.getByText('acaba de ser cancelado pela plataforma').waitFor()
    await expect
      .poll(() => dialog.locator('input:checked').getAttribute('value'))
      .toBe('RESTAURANT_WITHOUT_DELIVERY_PERSON')
  })

  it('take the keyboard in the same commit in which the pad is shown', async () => {
    const { page } = await open(eveningTickets())
    await page.evaluate(() => {
      const hasFocusWhenShown = new Promise<boolean>((resolve) => {
        new MutationObserver((_, observer) => {
          const pad = document.querySelector('[data-testid="code-pad"]')
          if (pad === null) return
          observer.disconnect()
          resolve(document.activeElement instanceof HTMLInputElement && pad.contains(document.activeElement))
        }).observe(document.body, { childList: true, subtree: true })
      })
      Object.assign(window, { hasFocusWhenShown })
    })
    await tapAction(page, 'order-4809', 'validateCode')
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'hasFocusWhenShown'))).toBe(true)
    await page.keyboard.type('55')
    await expect.poll(() => page.getByTestId('code-pad').getByLabel('Código', { exact: true }).inputValue()).toBe('55')
  })

  it('list the taps that are not settled', async () => {
    const { page, calls } = await open([ticket('1', { tap: tap('held') }), ticket('2', { tap: tap('queued') })])
    await page.evaluate(
      (held) => {
        const value = [{ orderId: 'order-1', displayId: '1', tap: held }]
        window.harness.answers['queue:list'] = { ok: true, value }
      },
      tap('held', { holdUntil: EVENING + 60_000 }),
    )
    await page.getByRole('button', { name: '2 toques esperando internet' }).click()
    const row = page.getByTestId('queue-dialog').locator('[data-queue-order="order-1"]')
    await expect.poll(() => row.textContent()).toMatch(/Aceitar: envio em/)
    await row.getByRole('button', { name: 'Desfazer' }).click()
    await expect.poll(() => calls('tap:undo')).toEqual([{ tapId: 'tap-held' }])
  })

  it('change the language, the theme and the undo time', async () => {
    const { page, calls } = await open([ticket('1')])
    await page.getByTestId('open-settings').click()
    const dialog = page.getByTestId('settings-dialog')
    await dialog.getByText('English').click()
    await dialog.locator('[data-setting="theme"]').getByText('Clara', { exact: true }).click()
    await dialog.locator('[data-section="orders"]').click()
    await dialog.getByText('Enviar na hora').click()
    await dialog.locator('[data-section="screen"]').click()
    await expect
      .poll(() => calls('settings:change'))
      .toEqual([{ locale: 'en' }, { theme: 'light' }, { undoSeconds: 0 }])
    await page.evaluate(
      (settings) => window.harness.push({ version: 2, changed: [], removed: [], settings }),
      settingsWith({ locale: 'en', theme: 'light' }),
    )
    await dialog.getByRole('heading', { name: 'Appearance' }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
  })
})
