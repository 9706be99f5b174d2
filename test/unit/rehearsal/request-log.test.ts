import { describe, expect, it } from 'vitest'
import type { RequestDraft } from '../../../electron/rehearsal/request-record.ts'
import { matchRoute } from '../../../electron/rehearsal/requests.ts'
import { createRequestLog } from '../../fixtures/rehearsal/request-log.ts'

function aRequestLog() {
  const clock = { now: 1000 }
  const requestLog = createRequestLog(() => clock.now)
  const open = (method: string, path: string): RequestDraft =>
    requestLog.open({
      method,
      ...matchRoute('/x/od/v2', method, `/x/od/v2${path}`),
      query: {},
      headers: {},
      body: { kind: 'none' },
    })
  const request = (
    method: string,
    path: string,
    facts: Partial<RequestDraft> = {},
    ending: 'whole' | 'reset' = 'whole',
  ) => {
    const entry = open(method, path)
    Object.assign(entry, { status: 200, ...facts })
    requestLog.close(entry, ending)
    return entry
  }
  const poll = (ids: readonly string[], ending: 'whole' | 'reset' = 'whole') =>
    request('GET', '/events:polling', { delivered: ids }, ending)
  const acknowledge = (ids: readonly string[]) => request('POST', '/events/acknowledgment', { acknowledged: ids })
  return { requestLog, clock, open, request, poll, acknowledge }
}

describe('the check that each event was acknowledged after its delivery', () => {
  it('passes when the acknowledgment came later', () => {
    const { requestLog, poll, acknowledge } = aRequestLog()
    poll(['a', 'b'])
    acknowledge(['a'])
    expect(requestLog.unacknowledged()).toEqual(['b'])
    acknowledge(['b'])
    expect(requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
  })

  it('fails when the acknowledgment came before the page was answered', () => {
    const { requestLog, open, acknowledge } = aRequestLog()
    const page = open('GET', '/events:polling')
    page.delivered = ['a']
    acknowledge(['a'])
    requestLog.close(page, 'whole')
    expect(requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(false)
  })

  it('fails when the event was delivered once more and was not acknowledged again', () => {
    const { requestLog, poll, acknowledge } = aRequestLog()
    poll(['a'])
    acknowledge(['a'])
    poll(['a'])
    expect(requestLog.wasAcknowledgedAfterDelivery('a')).toBe(false)
    expect(requestLog.deliveriesOf('a')).toBe(2)
  })

  it('does not count a page whose answer was lost', () => {
    const { requestLog, poll } = aRequestLog()
    poll(['a'], 'reset')
    expect(requestLog.unacknowledged()).toEqual([])
    expect(requestLog.wasAcknowledgedAfterDelivery('a')).toBe(false)
  })
})

describe('the check that the order was read after the event', () => {
  it('accepts only a complete read with 200 that began after the delivery', () => {
    const { requestLog, open, poll, request } = aRequestLog()
    const early = open('GET', '/orders/o1')
    early.status = 200
    poll(['a'])
    requestLog.close(early, 'whole')
    request('GET', '/orders/o1', { status: 404 })
    request('GET', '/orders/o1', {}, 'reset')
    request('GET', '/orders/o2')
    expect(requestLog.wasReadAfterDelivery('a', 'o1')).toBe(false)
    request('GET', '/orders/o1')
    expect(requestLog.wasReadAfterDelivery('a', 'o1')).toBe(true)
  })
})
