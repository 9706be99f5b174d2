import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createCustomersLink } from '../../../electron/customers/link-service.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { eveningTickets } from '../../fixtures/board-harness/tickets.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

let service: ReturnType<typeof createCustomersLink>
afterEach(() => service.stop())

function open(stored?: string) {
  let text = stored
  let isOpen = true
  const clock = createSystemClock()
  const make = () =>
    createCustomersLink({
      store: {
        get: () => text,
        set: (next) => {
          text = next
        },
      },
      core: {
        snapshot: () => ({
          freshness: { state: 'fresh', checkedAt: clock.platform() - 1_000 },
          settings: { locale: 'pt-BR' },
        }),
        tickets: () =>
          eveningTickets().map((one) => ({ ...one, orderType: 'TAKEOUT', merchantName: 'Cantina da Praça' })),
      },
      isOpen: () => isOpen,
      lanAddresses: () => ['127.0.0.1'],
      clock,
      log: createMemoryLog(),
    })
  service = make()
  return {
    stored: () => text,
    lock: () => {
      isOpen = false
    },
    restart: async () => {
      await service.stop()
      service = make()
      service.start()
    },
  }
}
const made = async (): Promise<string> => {
  const answer = await service['customers:open-link']()
  if (!answer.ok || answer.value.urls[0] === undefined) throw new Error('No link was made')
  return answer.value.urls[0]
}
const reaches = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  )

describe("the link to the customers' board", () => {
  it('is off until it is opened, and its answers contain no customer and no price', async () => {
    open()
    expect(service['customers:status']()).toEqual({ ok: true, value: { state: 'off', urls: [] } })
    const url = await made()
    const text = await (await fetch(`${url}/orders`)).text()
    expect(Object.keys(JSON.parse(text))).toEqual(['preparing', 'ready', 'shop', 'time', 'ageMs', 'isLate'])
    expect(JSON.parse(text).preparing).toContain('4817')
    for (const secret of eveningTickets().flatMap(({ customerName, pickupCode, deliverTo, notes, lines }) => [
      customerName,
      pickupCode,
      deliverTo,
      ...notes,
      ...lines.map(({ name }) => name),
    ])) {
      if (secret !== undefined) expect(text).not.toContain(secret)
    }
  })

  it('is refused immediately after it was replaced or switched off', async () => {
    const { stored } = open()
    const first = await made()
    const second = await made()
    expect(second).not.toBe(first)
    expect(await reaches(first)).toBe(false)
    expect(await reaches(second)).toBe(true)
    expect(await service['customers:close-link']()).toMatchObject({ ok: true, value: { state: 'off' } })
    expect(await reaches(second)).toBe(false)
    expect(stored()).toBeUndefined()
  })

  it('is the same after a restart', async () => {
    const { restart } = open()
    const url = await made()
    await restart()
    await expect.poll(() => reaches(url)).toBe(true)
  })

  it('reports that another program uses its port', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '0.0.0.0', () => resolve((other.address() as { port: number }).port))
    })
    open(JSON.stringify({ token: 'k7pm-3qxt-9wfa-b2rn', port }))
    service.start()
    await expect.poll(() => service['customers:status']()).toMatchObject({ ok: true, value: { state: 'failed' } })
    await new Promise((resolve) => other.close(resolve))
  })
})
