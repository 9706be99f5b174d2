import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { kitchenOf } from '../../fixtures/kitchen-of.ts'
import { startIfood } from '../../fixtures/platform/ifood/host.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

/** What iFood's checklist looks at, beside the lives and faults of orders in the other files. */

const TAX_NUMBER = '12345678909'

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

it('items with their options, customizations, weights and notes are on the ticket', async () => {
  const { host, seen } = await kitchenOf(startIfood())
  const id = host.place('DELIVERY')
  const { lines } = await seen(id, 'the order', ({ reading }) => reading === 'read')
  const [pizza, steak] = lines
  expect(pizza).toMatchObject({ name: 'Pizza grande', quantity: 2 })
  expect(pizza?.notes).toBe('Cortar em 12')
  const [flavour, border] = pizza?.options ?? []
  expect([flavour?.name, border?.name]).toEqual(['Calabresa', 'Borda de catupiry'])
  expect(flavour?.options?.map(({ name }) => name)).toEqual(['Sem cebola'])
  expect(steak).toMatchObject({ name: 'Picanha', quantity: 0.75, unit: 'KG' })
})

it('what is paid, with which card, and for how much change is needed', async () => {
  const { host, seen } = await kitchenOf(startIfood())
  const id = host.place('DELIVERY')
  const { payment } = await seen(id, 'the order', ({ reading }) => reading === 'read')
  expect(payment?.state).toBe('pending')
  const text = JSON.stringify(payment)
  for (const part of ['VISA', 'CREDIT', 'CASH', '166', '100', '34']) expect(text).toContain(part)
  const paid = host.place('TAKEOUT', {
    payments: { prepaid: 166, pending: 0, methods: [{ method: 'PIX', type: 'ONLINE', prepaid: true, value: 166 }] },
  })
  await seen(paid, 'the paid order', (ticket) => ticket.payment?.state === 'prepaid')
})

it('a coupon, and who pays which part of it, as the ticket, the counter and the paper say it', async () => {
  const { host, seen } = await kitchenOf(startIfood())
  const { payment } = await seen(host.place('DELIVERY'), 'the order', ({ reading }) => reading === 'read')
  const of = (value: number) => ({ value, currency: 'BRL' })
  expect(payment?.coupons).toEqual([
    {
      amount: of(10),
      payers: [
        { name: 'iFood', amount: of(6) },
        { name: 'MERCHANT', amount: of(4) },
      ],
    },
  ])
  const without = host.place('TAKEOUT', { benefits: null })
  const { payment: plain } = await seen(without, 'the other order', ({ reading }) => reading === 'read')
  expect(plain?.coupons).toBeUndefined()
})

it('where it goes, the note for the courier, and the courier’s code', async () => {
  const { host, seen } = await kitchenOf(startIfood())
  const id = host.place('DELIVERY')
  const ticket = await seen(id, 'the order', ({ reading }) => reading === 'read')
  expect(ticket.deliverTo).toBe('Rua das Flores, 10 · Apto 2 · Ao lado da padaria · Centro')
  expect(ticket).toMatchObject({ courierNotes: ['Portão azul'], pickupCode: '4321', customerName: 'Maria Souza' })
  expect(ticket).toMatchObject({ channel: 'IFOOD', merchantName: 'Cantina iFood' })
})

it('the guest’s tax number and phone, and what is for developers, are in no file and hide nothing', async () => {
  const { host, seen, folder } = await kitchenOf(startIfood())
  const metadata = { developerId: 'd-1', customerEmail: 'maria@example.test' }
  const id = host.place('DELIVERY', { additionalInfo: { metadata } })
  const { unreadParts } = await seen(id, 'the order', ({ reading }) => reading === 'read')
  expect(unreadParts).toBeUndefined()
  await eventually('the acknowledgment', () => host.waiting().length === 0)
  const files = filesIn(folder).map((path) => readFileSync(path))
  expect(files.some((content) => content.includes('Pizza grande'))).toBe(true)
  for (const secret of [metadata.customerEmail, TAX_NUMBER, '0800 000 0000', '12345678']) {
    expect(files.some((content) => content.includes(secret))).toBe(false)
  }
})

it('an own delivery’s code is asked for at its own address, and a wrong one is refused', async () => {
  const { host, core, seen } = await kitchenOf(startIfood())
  const id = host.place('DELIVERY')
  await seen(id, 'the order', ({ reading }) => reading === 'read')
  expect(await core().validateCode(id, '1234')).toEqual({ ok: true, value: { isValid: true } })
  expect(await core().validateCode(id, '9999')).toEqual({ ok: true, value: { isValid: false } })
  host.setFault(({ path }) => (path.endsWith('/verifyDeliveryCode') ? { status: 412 } : undefined))
  expect(await core().validateCode(id, '1234')).toMatchObject({ ok: false, code: 'code-not-now' })
})

it('the courier’s code is asked for once iFood wants it entered, and is checked at its own address', async () => {
  const { host, core, seen } = await kitchenOf(startIfood())
  const id = host.place('DELIVERY', { delivery: { deliveredBy: 'IFOOD', pickupCode: '1234' } })
  const fresh = await seen(id, 'the order', ({ reading }) => reading === 'read')
  expect(fresh.actions).not.toContain('validateCode')
  const shown = host.place('DELIVERY', { delivery: { deliveredBy: 'IFOOD', pickupCode: '77' } })
  host.publish(shown, 'DELIVERY_PICKUP_CODE_REQUESTED', { HANDSHAKE_VALIDATION_TYPE: 'VISUAL' })
  host.publish(id, 'DELIVERY_PICKUP_CODE_REQUESTED', { HANDSHAKE_VALIDATION_TYPE: 'CODE' })
  await seen(id, 'the check', ({ actions }) => actions.includes('validatePickupCode'))
  expect(await core().validateCode(id, '9999')).toEqual({ ok: true, value: { isValid: false } })
  expect(await core().validateCode(id, '1234')).toEqual({ ok: true, value: { isValid: true } })
  expect(host.operations(id)).toEqual(['validatePickupCode', 'validatePickupCode'])
  host.publish(id, 'DELIVERY_PICKUP_CODE_VALIDATION_SUCCESS')
  await seen(id, 'no check', ({ actions }) => !actions.includes('validatePickupCode'))
  expect((await seen(shown, 'the other', ({ reading }) => reading === 'read')).actions).not.toContain(
    'validatePickupCode',
  )
})

it('a scheduled delivery shows its date and time, is accepted without being started, and is dispatched', async () => {
  const { host, core, seen } = await kitchenOf(startIfood())
  const tomorrow = Date.now() + 24 * 3_600_000
  const at = (minutes: number): string => new Date(tomorrow + minutes * 60_000).toISOString()
  const id = host.place('DELIVERY', {
    orderTiming: 'SCHEDULED',
    preparationStartDateTime: at(-60),
    schedule: { deliveryDateTimeStart: at(0), deliveryDateTimeEnd: at(30) },
  })
  const fresh = await seen(id, 'the order', ({ reading }) => reading === 'read')
  expect(fresh).toMatchObject({ lane: 'scheduled', timing: 'SCHEDULED', startAt: Date.parse(at(-60)) })
  expect(fresh.dueAt).toBeLessThanOrEqual(tomorrow)
  expect(fresh.dueAt).toBeGreaterThan(tomorrow - 3_600_000)
  for (const action of ['confirm', 'preparing', 'ready-for-pickup', 'dispatch'] as const) {
    expect(core().act({ orderId: id, action })).toMatchObject({ ok: true })
    const next = await seen(id, action, ({ tap }) => tap?.action === action && tap.truth === 'confirmed')
    if (action === 'confirm') expect(next.lane).toBe('scheduled')
  }
  expect(host.operations(id)).toEqual(['confirm', 'startPreparation', 'readyToPickup', 'dispatch'])
  expect(host.violations).toEqual([])
})
