import { describe, expect, it } from 'vitest'
import { eventIdsOf, startTestPlatform } from './test-platform.ts'

/**
 * The practice platform imitates platforms that differ, and records what a caller does over several requests.
 * protocol.test.ts tests the answers that every platform must give, also against the relay
 * (packages/relay/test/platform-behind-relay.ts).
 */

describe('the practice platform', () => {
  it('reports more than twenty token calls a minute', async () => {
    const { login, kinds } = await startTestPlatform()
    for (let call = 0; call < 21; call += 1) await login()
    expect(kinds()).toEqual(['too-many-token-calls'])
  })

  it('refuses a batch with an unknown id when configured, and acknowledges none of it', async () => {
    const { platform, login, poll, acknowledge, kinds } = await startTestPlatform({
      dialect: { unknownAcknowledgment: 'refuse' },
    })
    await login()
    platform.place()
    const ids = eventIdsOf((await poll()).json)
    expect((await acknowledge([...ids, 'made-up'])).status).toBe(400)
    expect(eventIdsOf((await poll()).json)).toEqual(ids)
    expect((await acknowledge(ids)).status).toBe(202)
    expect(kinds()).toEqual(['ack-unknown'])
  })

  it('filters by eventType, loses the other events, and records a violation', async () => {
    const { platform, login, poll, act, kinds } = await startTestPlatform()
    await login()
    const { id } = platform.place()
    await act(id, 'confirm')
    expect(eventIdsOf((await poll('?eventType=CONFIRMED')).json)).toHaveLength(1)
    expect(eventIdsOf((await poll()).json)).toHaveLength(1)
    expect(kinds()).toEqual(['event-type-filter'])
    expect(platform.requestLog.requestsTo('poll')[0]?.filteredOut).toHaveLength(1)
  })

  it('answers an empty queue with 200 [] when configured', async () => {
    const { login, poll } = await startTestPlatform({ dialect: { noEvents: 'empty-array' } })
    await login()
    expect(await poll()).toMatchObject({ status: 200, json: [] })
  })

  it('records two concurrent polls as a violation', async () => {
    const { platform, login, poll, kinds } = await startTestPlatform()
    await login()
    platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'delay', ms: 150 } })
    await Promise.all([poll(), poll()])
    expect(kinds()).toEqual(['concurrent-polls'])
  })

  it('sends the right time, a wrong one, or none', async () => {
    const now = Date.parse('2026-11-22T12:00:00Z')
    const { platform, poll } = await startTestPlatform({ now: () => now })
    const dateOf = async () => Date.parse((await poll()).headers.get('date') ?? '')
    expect(await dateOf()).toBe(now)
    platform.setClockSkew(-3_600_000)
    expect(await dateOf()).toBe(now - 3_600_000)
    platform.setDateHeader({ skewMs: 3_600_000 })
    expect(await dateOf()).toBe(now)
    platform.setDateHeader('absent')
    expect((await poll()).headers.get('date')).toBeNull()
  })
})
