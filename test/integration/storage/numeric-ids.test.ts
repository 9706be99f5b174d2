import { expect, it } from 'vitest'
import { formsFrom } from '../../../electron/platform/dialects/open-delivery-2/acknowledgments.ts'
import { receivePage } from '../../../electron/sync/receive-page.ts'
import { scriptedPlatform } from '../../unit/platform/scripted-platform.ts'
import { createTestLedger, openTestLedger } from './test-ledger.ts'

const LONG = '9007199254740993'
const LONGER = '123456789012345678901234'

/** The events of a page with this text. */
async function polled(page: string): Promise<readonly unknown[]> {
  const { client, signal } = scriptedPlatform({ call: () => new Response(page) })
  const answer = await client.poll(signal)
  if (answer.kind !== 'events') throw new Error(`a page was expected, not ${answer.kind}`)
  return answer.events
}

const sent = (ledger: Pick<ReturnType<typeof createTestLedger>['ledger'], 'unacknowledgedEvents'>) => {
  const events = ledger.unacknowledgedEvents(100)
  return {
    v2: JSON.stringify(formsFrom('v2')[0].body(events)),
    v1: JSON.stringify(formsFrom('v1')[0].body(events)),
    ids: JSON.stringify(formsFrom('ids')[0].body(events)),
  }
}

const event = (id: string, order = '"o"') => `{"eventId":${id},"orderId":${order},"eventType":"CREATED"}`

it.each([
  ['numbers', `[${event('7', '8')}]`, '[7]', '[{"id":7,"orderId":8,"eventType":"CREATED"}]'],
  ['texts', `[${event('"7"', '"8"')}]`, '["7"]', '[{"id":"7","orderId":"8","eventType":"CREATED"}]'],
  [
    'numbers that a double cannot hold',
    `[${event(LONG, LONGER)}]`,
    `[${LONG}]`,
    `[{"id":${LONG},"orderId":${LONGER},"eventType":"CREATED"}]`,
  ],
  [
    'both in one page',
    `[${event('"7"')},${event('8')},${event(`"${LONG}"`)}]`,
    `["7",8,"${LONG}"]`,
    `[{"id":"7","orderId":"o","eventType":"CREATED"},{"id":8,"orderId":"o","eventType":"CREATED"},{"id":"${LONG}","orderId":"o","eventType":"CREATED"}]`,
  ],
  [
    'a negative number, beside the address of its order',
    '[{"id":-7,"orderURL":"https://x/orders/12","fullCode":"PLACED"}]',
    '[-7]',
    '[{"id":-7,"orderId":"12","eventType":"PLACED"}]',
  ],
  ['a block', `[${event(`{"value":${LONG}}`)}]`, `[${LONG}]`, undefined],
  ['an event of no order', `[{"eventId":${LONG}}]`, `[${LONG}]`, undefined],
  ['JSON in a text', JSON.stringify(`[${event(LONG)}]`), `[${LONG}]`, undefined],
  ['JSON with a superfluous comma', `[${event(LONG)},]`, `[${LONG}]`, undefined],
  ['an object that is no JSON', `[{"eventId":${LONG} "orderId":8 "eventType":"CREATED"}]`, `[${LONG}]`, undefined],
  ['a list that was cut', `[${event(LONG)},{"eventId":12`, `[${LONG}]`, undefined],
])('ids come back as they were sent: %s', async (_, page, v2, v1) => {
  const { ledger } = createTestLedger()
  receivePage(ledger, await polled(page), 'poll', 100)
  const bodies = sent(ledger)
  expect(bodies.v2).toBe(`{"eventIds":${v2}}`)
  if (v1 !== undefined) {
    expect(bodies.v1).toBe(v1)
    expect(JSON.parse(bodies.ids)).toHaveLength(JSON.parse(v1).length)
  }
})

it('numbers stay numbers after a restart, also before the next poll', async () => {
  const { ledger, path } = createTestLedger()
  receivePage(ledger, await polled(`[${event(LONG, '8')},${event('12', '8')}]`), 'poll', 100)
  ledger.close()
  const after = openTestLedger(path).ledger
  expect(sent(after).v2).toBe(`{"eventIds":[${LONG},12]}`)
})

it('an event that a delivery brought first comes back in the form of the poll', async () => {
  const { ledger } = createTestLedger()
  receivePage(ledger, [{ eventId: '7', orderId: 'o', eventType: 'CREATED' }], 'webhook', 100)
  receivePage(ledger, await polled(`[${event('7')}]`), 'poll', 200)
  expect(sent(ledger).v2).toBe('{"eventIds":[7]}')
})
