import { describe, expect, it } from 'vitest'
import { eventIdsOf, fieldOf, startTestPlatform } from './test-platform.ts'

const CONFLICT = { code: 'INVALID_ORDER_STATE_TRANSITION', message: expect.any(String) }

describe('the token endpoint', () => {
  it('accepts a form with the right credentials', async () => {
    const { login, kinds } = await startTestPlatform()
    const answer = await login()
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 3600 })
    expect(kinds()).toEqual([])
  })

  it('refuses every other request', async () => {
    const { send, form, postJson, credentials, kinds } = await startTestPlatform()
    expect((await form({ ...credentials, client_secret: 'wrong' })).status).toBe(401)
    expect((await form({ ...credentials, client_id: 'wrong' })).status).toBe(401)
    expect((await form({ ...credentials, grant_type: 'password' })).status).toBe(400)
    expect((await form({ grant_type: 'client_credentials' })).status).toBe(400)
    expect((await form({ ...credentials, scope: 'od.everything' })).status).toBe(400)
    expect((await postJson('/oauth/token', credentials)).status).toBe(415)
    expect((await send('POST', '/oauth/token')).status).toBe(400)
    expect((await send('POST', '/oauth/token', { body: 'grant_type=client_credentials' })).status).toBe(415)
    expect(new Set(kinds())).toEqual(new Set(['invalid-field', 'wrong-content-type']))
  })

  it('allows orders only with od.orders or od.all; a missing scope means od.all', async () => {
    const { form, login, poll, credentials, useToken, kinds } = await startTestPlatform()
    await login('od.crm')
    expect((await poll()).status).toBe(403)
    await login('od.all')
    expect((await poll()).status).toBe(204)
    await login('od.crm od.orders')
    expect((await poll()).status).toBe(204)
    const { scope: _scope, ...withoutScope } = credentials
    useToken(fieldOf((await form(withoutScope)).json, 'access_token'))
    expect((await poll()).status).toBe(204)
    expect(kinds()).toEqual(['scope-too-wide', 'scope-too-wide', 'scope-too-wide', 'scope-too-wide'])
  })

  it('gives 401 for a call without a token, with an invented, a revoked or an expired one', async () => {
    let now = Date.now()
    const { platform, login, poll, useToken, kinds } = await startTestPlatform({ now: () => now })
    expect((await poll()).status).toBe(401)
    useToken('made-up')
    expect((await poll()).status).toBe(401)
    expect(kinds()).toEqual(['missing-bearer', 'unknown-token'])
    await login()
    platform.revokeTokens()
    expect((await poll()).status).toBe(401)
    await login()
    expect((await poll()).status).toBe(204)
    now += 3_600_000
    expect((await poll()).status).toBe(401)
    expect(kinds()).toHaveLength(2)
  })
})

describe('events', () => {
  it('are polled, acknowledged and read, and the log of requests contains this', async () => {
    const { platform, login, poll, acknowledge, read, kinds } = await startTestPlatform()
    await login()
    const { id } = platform.place()
    const page = await poll()
    const ids = eventIdsOf(page.json)
    expect(page.json).toMatchObject([{ eventType: 'CREATED', orderId: id, createdAt: expect.any(String) }])
    expect(platform.requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(false)
    expect(platform.requestLog.unacknowledged()).toEqual(ids)
    expect(eventIdsOf((await poll()).json)).toEqual(ids)
    expect((await acknowledge(ids)).status).toBe(202)
    expect((await poll()).status).toBe(204)
    expect(platform.requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
    expect(platform.wasOrderReadAfter(ids[0] ?? '')).toBe(false)
    expect((await read(id)).json).toMatchObject({ id, status: 'CREATED', lastEvent: 'CREATED' })
    expect(platform.wasOrderReadAfter(ids[0] ?? '')).toBe(true)
    expect(kinds()).toEqual([])
  })

  it('are acknowledged only in the form of the dialect', async () => {
    const { platform, login, poll, acknowledge, postJson, kinds } = await startTestPlatform()
    await login()
    const { id } = platform.place()
    const [eventId = ''] = eventIdsOf((await poll()).json)
    const wrong: readonly unknown[] = [
      [{ id: eventId }],
      { eventIds: [] },
      { eventIds: eventId },
      { eventIds: [true] },
      { eventIds: Array(1001).fill(eventId) },
      { eventIds: [eventId], orderId: id },
      {},
    ]
    for (const body of wrong) expect((await postJson('/events/acknowledgment', body)).status).toBe(400)
    expect(kinds()).toContain('unknown-field')
    platform.setDialect({ acknowledgment: 'v1' })
    expect((await acknowledge([eventId])).status).toBe(400)
    expect((await postJson('/events/acknowledgment', [{ id: eventId }])).status).toBe(400)
    const v1 = { id: eventId, orderId: id, eventType: 'CREATED' }
    expect((await postJson('/events/acknowledgment', Array(101).fill(v1))).status).toBe(400)
    expect((await postJson('/events/acknowledgment', [v1])).status).toBe(202)
    platform.setDialect({ acknowledgment: 'ids' })
    expect((await postJson('/events/acknowledgment', [{ id: eventId }])).status).toBe(202)
  })

  it('records a violation for an id that was acknowledged before it was delivered', async () => {
    const { platform, login, acknowledge, kinds } = await startTestPlatform()
    await login()
    platform.place()
    await acknowledge([platform.model.events()[0]?.eventId ?? ''])
    expect(kinds()).toEqual(['ack-never-delivered'])
  })

  it('are limited to the establishments of x-polling-merchants', async () => {
    const merchants = [
      { id: 'm1', name: 'Um' },
      { id: 'm2', name: 'Dois' },
    ] as const
    const { platform, login, poll } = await startTestPlatform({ merchants })
    await login()
    platform.place({ merchantId: 'm1' })
    const second = platform.place({ merchantId: 'm2' })
    expect((await poll('', { 'x-polling-merchants': 'm2' })).json).toMatchObject([{ orderId: second.id }])
    expect(eventIdsOf((await poll()).json)).toHaveLength(2)
    expect((await poll('', { 'x-polling-merchants': 'm3' })).status).toBe(403)
    expect((await poll('', { 'x-polling-merchants': 'm2,m3' })).status).toBe(403)
    expect((await poll('', { 'x-polling-merchants': Array(101).fill('m1').join(',') })).status).toBe(400)
  })
})

describe('operations', () => {
  it('take a DELIVERY order to its end; the request log counts the applied ones', async () => {
    const { platform, login, act, kinds } = await startTestPlatform()
    await login()
    const { id } = platform.place({ orderType: 'DELIVERY' })
    for (const action of ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered'] as const) {
      expect((await act(id, action)).status).toBe(202)
      expect((await act(id, action)).status).toBe(202)
      expect(platform.requestLog.postsFor(id, action)).toHaveLength(2)
      expect(platform.requestLog.appliedFor(id, action)).toHaveLength(1)
    }
    expect(platform.order(id)?.status).toBe('DELIVERED')
    expect(kinds()).toEqual([])
  })

  it('answer an impossible move with 409 in the form of v2, and record its repetition', async () => {
    const { platform, login, act, kinds } = await startTestPlatform()
    await login()
    const { id } = platform.place({ orderType: 'TAKEOUT' })
    expect(await act(id, 'dispatch')).toMatchObject({ status: 409, json: CONFLICT })
    expect(kinds()).toEqual([])
    await act(id, 'dispatch')
    expect(kinds()).toEqual(['repeated-after-conflict'])
  })

  it('return errors in three forms', async () => {
    const { platform, login, act } = await startTestPlatform()
    await login()
    const { id } = platform.place()
    platform.setDialect({ errorShape: 'nested' })
    expect((await act(id, 'delivered')).json).toEqual({ error: CONFLICT })
    platform.setDialect({ errorShape: 'problem' })
    expect((await act(id, 'delivered')).json).toEqual({ title: expect.any(String), status: 409 })
  })

  it('answer 404 for an unknown order and 403 for an order of another establishment', async () => {
    const other = { clientId: 'other', clientSecret: 'secret', merchantIds: ['elsewhere'] }
    const { platform, login, act, read } = await startTestPlatform({ otherCredentials: [other] })
    await login()
    const { id } = platform.place({ merchantId: 'elsewhere' })
    expect((await read(id)).status).toBe(403)
    expect((await act(id, 'confirm')).status).toBe(403)
    expect((await read('nowhere')).status).toBe(404)
    expect((await act('nowhere', 'confirm')).status).toBe(404)
  })

  it('check each field of a body', async () => {
    const { platform, login, postJson, send, kinds } = await startTestPlatform()
    await login()
    const { id } = platform.place()
    const confirm = (body: unknown) => postJson(`/orders/${id}/confirm`, body)
    expect((await confirm({ estimatedPreparationTimeMinutes: '25' })).json).toEqual({
      code: 'BAD_REQUEST',
      message: 'Invalid request body',
      details: [{ field: 'estimatedPreparationTimeMinutes', issue: expect.any(String) }],
    })
    expect((await confirm({ minutes: 25 })).status).toBe(400)
    expect((await confirm([])).status).toBe(400)
    expect((await send('POST', `/orders/${id}/confirm`, { body: 'x' })).status).toBe(415)
    const broken = { headers: { 'content-type': 'application/json' }, body: '{' }
    expect((await send('POST', `/orders/${id}/confirm`, broken)).status).toBe(400)
    expect(platform.order(id)?.status).toBe('CREATED')
    expect((await confirm({ estimatedPreparationTimeMinutes: 25 })).status).toBe(202)
    expect(kinds()).toEqual(['invalid-field', 'unknown-field', 'invalid-field', 'wrong-content-type', 'malformed-body'])
  })

  it('cancel an order by request and answer', async () => {
    const { platform, login, requestCancellation, postJson } = await startTestPlatform()
    await login()
    const { id } = platform.place({ cancellation: { answer: 'silent', delayMs: 0 } })
    expect((await postJson(`/orders/${id}/requestCancellation`, { reason: 'x' })).status).toBe(400)
    expect((await requestCancellation(id)).status).toBe(202)
    expect(platform.order(id)).toMatchObject({ status: 'CREATED', cancellationRequested: true })
    platform.decideCancellation(id, 'accept')
    expect(platform.order(id)?.status).toBe('CANCELLED')
  })

  it('check a code in the query or in the body', async () => {
    const { platform, login, send, postJson } = await startTestPlatform()
    await login()
    const { id } = platform.place({ deliveryCode: '735194' })
    const byQuery = (code: string) => send('POST', `/orders/${id}/validateCode?deliveryCode=${code}`)
    expect(await byQuery('735194')).toMatchObject({ status: 200, json: { orderId: id, deliveryCode: '735194' } })
    expect((await byQuery('1')).status).toBe(400)
    expect((await postJson(`/orders/${id}/validateCode`, { deliveryCode: '735194' })).status).toBe(400)
    platform.setDialect({ validateCode: 'body' })
    expect((await postJson(`/orders/${id}/validateCode`, { deliveryCode: '735194' })).status).toBe(200)
    expect((await byQuery('735194')).status).toBe(400)
  })

  it('record a violation when an ONDEMAND order is started before PREPARATION_REQUESTED', async () => {
    const { platform, login, act, kinds } = await startTestPlatform()
    await login()
    const { id } = platform.place({ orderTiming: 'ONDEMAND', startsAs: 'CONFIRMED' })
    await act(id, 'preparing')
    expect(kinds()).toEqual(['started-before-requested'])
  })

  it('record a violation for two concurrent operations on one order', async () => {
    const { platform, login, act, kinds } = await startTestPlatform()
    await login()
    const { id } = platform.place()
    platform.fault({ routes: ['confirm', 'preparing'], effect: { kind: 'hang' } })
    // They have no answer before the platform ends.
    for (const action of ['confirm', 'preparing'] as const) act(id, action).catch(() => undefined)
    await expect.poll(kinds).toContain('concurrent-operations')
  })
})

describe('other requests', () => {
  it('get the discovery document without a token', async () => {
    const { platform, send } = await startTestPlatform()
    expect((await send('GET', '/.well-known/opendelivery')).json).toMatchObject({
      authentication: { clientIdGeneration: ['by_app'] },
    })
    const besideTheVersion = platform.apiUrl.replace('/od/v2', '/.well-known/opendelivery')
    expect((await fetch(besideTheVersion)).status).toBe(200)
    const atTheOrigin = await fetch(new URL('/.well-known/opendelivery', platform.apiUrl))
    expect(atTheOrigin.status).toBe(200)
  })

  it('are refused for other paths, and no secret is recorded', async () => {
    const { platform, login, send, kinds } = await startTestPlatform()
    await login()
    expect((await send('GET', '/orders')).status).toBe(404)
    expect((await send('DELETE', '/orders/1')).status).toBe(404)
    expect((await fetch(new URL('/elsewhere', platform.apiUrl))).status).toBe(404)
    expect(kinds()).toEqual(['unknown-route', 'unknown-route', 'unknown-route'])
    const written = JSON.stringify([platform.requestLog.entries(), platform.requestLog.violations()])
    expect(written).not.toContain(platform.clientSecret)
    expect(written).not.toContain(new URL(platform.apiUrl).pathname.split('/')[1])
  })
})
