import { afterEach, describe, expect, it } from 'vitest'
import { type BodyThread, createBodyThread } from '../../../electron/platform/body-thread.ts'
import { readShaped } from '../../../electron/platform/shaped-body.ts'
import { cutOf } from '../../../shared/order/order-cut.ts'

const essentials = { id: 'o1', status: 'CREATED', fulfillment: { orderType: 'TAKEOUT' } }
const large = JSON.stringify({ ...essentials, items: [{ name: 'x'.repeat(1_000_000), quantity: 1 }] })

/** A program that reports its start, and then runs `code`. */
const programOf = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads'; parentPort.postMessage('started'); ${code}`,
    )}`,
  )

let thread: BodyThread | undefined
afterEach(() => thread?.stop())

describe('a body that is read on another thread', () => {
  it('is the same as on this thread, for an order and for a page of events', async () => {
    const errors: unknown[] = []
    thread = createBodyThread({ onNoThread: (error) => errors.push(error) })
    expect(await thread.read(large, null, 'order')).toEqual(readShaped(large, null, 'order'))
    const page = JSON.stringify(
      Array.from({ length: 1_200 }, (_, index) => ({
        eventId: `e${index}`,
        orderId: 'o1',
        metadata: { reason: large.slice(0, 200) },
      })),
    )
    expect(await thread.read(page, null, 'events')).toEqual(readShaped(page, null, 'events'))
    const delivery = { deliveredAt: Date.parse('2026-01-01T00:00:00Z') }
    expect(await thread.read(page, null, delivery)).toEqual(readShaped(page, null, delivery))
    const numbers = JSON.stringify(Array(100_000).fill(1))
    expect(await thread.read(numbers, null, delivery)).toEqual({ kind: 'none', delivery: { kind: 'unreadable' } })
    expect(errors).toEqual([])
  })

  it('keeps the known members of an element that is nested too deep to be copied, and the others whole', async () => {
    thread = createBodyThread({ onNoThread: () => undefined })
    const deep = `{"eventId":"deep","orderId":"o1","x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`
    const honest = { eventId: 'e1', orderId: 'o1', metadata: { note: 'x'.repeat(600_000) } }
    const body = await thread.read(`[${deep},${JSON.stringify(honest)}]`, null, 'elements')
    expect(body).toMatchObject({ kind: 'json', value: [{ eventId: 'deep', orderId: 'o1' }, honest] })
  })

  it('counts as absent when the reading takes too long, and the next body is read', async () => {
    const errors: unknown[] = []
    const program = programOf(
      'parentPort.on("message", ({ number, text }) => { while (text === "x".repeat(text.length)) {} parentPort.postMessage({ number, body: { kind: "absent" } }) })',
    )
    thread = createBodyThread({ onNoThread: (error) => errors.push(error), program, limitMs: 1_000 })
    const bodies = ['x'.repeat(1_000_000), large].map((text) => thread?.read(text, null, 'order'))
    expect(await Promise.all(bodies)).toEqual([{ kind: 'unreadable' }, { kind: 'absent' }])
    expect(errors).toEqual([new Error('A body took too long')])
  })

  it.each([
    ['ends', 'data:text/javascript,process.exit(1)'],
    ['fails', 'data:text/javascript,throw new Error("no memory")'],
    ['is missing', 'file:///no/such/program.js'],
  ])('is read on this thread when the program of the other one %s', async (_what, program) => {
    const errors: unknown[] = []
    thread = createBodyThread({ onNoThread: (error) => errors.push(error), program: new URL(program) })
    const bodies = await Promise.all([thread.read(large, null, 'order'), thread.read(large, null, 'order')])
    expect(bodies).toEqual([readShaped(large, null, 'order'), readShaped(large, null, 'order')])
    expect(errors).toHaveLength(1)
  })
})

describe('the shape of a body', () => {
  it('contains from a large order the fields of a ticket, and every item as text', () => {
    const { whole, ...body } = readShaped(large, null, 'order')
    if (body.kind !== 'json') throw new Error('no JSON')
    expect(JSON.stringify(body.value).length).toBeLessThan(5_000)
    expect(cutOf(body.value).characters).toBe(998_000)
    expect(whole).toBe(`1 × ${'x'.repeat(1_000_000)}`)
  })
})
