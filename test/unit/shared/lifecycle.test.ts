import { describe, expect, it } from 'vitest'
import {
  isImpossible,
  isKnownStatus,
  isOver,
  isReached,
  isWishAnswer,
  meaningOf,
  movesFrom,
  type OrderAction,
  progressOf,
  projectStatus,
  QUEUED_ACTIONS,
  type QueuedAction,
  targetOf,
} from '../../../shared/order/lifecycle.ts'

const ROW = ['CREATED', 'CONFIRMED', 'PREPARING', 'READY', 'IN_DELIVERY', 'DELIVERED', 'CONCLUDED']
const strict = { deliveredFromReady: false }

describe('the statuses of an order', () => {
  it('have a fixed order; CANCELLED is outside it, and other values are unknown', () => {
    expect(ROW.map(progressOf)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(['CANCELLED', 'ON_THE_GRILL', ''].map(progressOf)).toEqual([undefined, undefined, undefined])
    expect([...ROW, 'CANCELLED'].every(isKnownStatus)).toBe(true)
    expect(['ON_THE_GRILL', '', 'created'].some(isKnownStatus)).toBe(false)
  })

  it('are final from DELIVERED on and when cancelled', () => {
    expect([...ROW, 'CANCELLED', 'ON_THE_GRILL'].filter(isOver)).toEqual(['DELIVERED', 'CONCLUDED', 'CANCELLED'])
  })

  it('are the targets of the taps', () => {
    expect(QUEUED_ACTIONS.map(targetOf)).toEqual([
      'CONFIRMED',
      'PREPARING',
      'READY',
      'IN_DELIVERY',
      'DELIVERED',
      'DELIVERED',
      'CANCELLED',
      'CANCELLED',
      'CANCELLED',
      'CANCELLED',
    ])
  })

  it('are used as read, except CONCLUDED for an order that is known to be cancelled', () => {
    expect(meaningOf('CONCLUDED', true)).toBe('CANCELLED')
    expect(meaningOf('CONCLUDED', false)).toBe('CONCLUDED')
    expect(meaningOf('DELIVERED', true)).toBe('DELIVERED')
  })
})

describe('the offered moves', () => {
  const cases: readonly (readonly [string, string, readonly OrderAction[]])[] = [
    ['CREATED', 'DELIVERY', ['confirm', 'requestCancellation']],
    ['CONFIRMED', 'DELIVERY', ['preparing', 'ready-for-pickup', 'requestCancellation']],
    ['PREPARING', 'TAKEOUT', ['ready-for-pickup', 'requestCancellation']],
    ['READY', 'DELIVERY', ['dispatch', 'validateCode', 'requestCancellation']],
    ['READY', 'TAKEOUT', ['delivered', 'validateCode', 'requestCancellation']],
    ['READY', 'INDOOR', ['delivered', 'validateCode', 'requestCancellation']],
    ['READY', 'DRONE', ['dispatch', 'delivered', 'validateCode', 'requestCancellation']],
    ['IN_DELIVERY', 'DELIVERY', ['delivered', 'validateCode', 'requestCancellation']],
    ['DELIVERED', 'DELIVERY', []],
    ['CONCLUDED', 'TAKEOUT', []],
    ['CANCELLED', 'DELIVERY', []],
  ]
  it.each(cases)('%s %s', (status, orderType, moves) => {
    expect(movesFrom({ status, orderType }, strict)).toEqual(moves)
  })

  it('include delivered from READY for DELIVERY only if the connection allows it', () => {
    const moves = movesFrom({ status: 'READY', orderType: 'DELIVERY' }, { deliveredFromReady: true })
    expect(moves).toEqual(['dispatch', 'delivered', 'validateCode', 'requestCancellation'])
  })

  it('include every action for an unknown status, the next step first', () => {
    expect(movesFrom({ status: 'ON_THE_GRILL', orderType: 'TAKEOUT' }, strict)).toEqual([
      'confirm',
      'preparing',
      'ready-for-pickup',
      'dispatch',
      'delivered',
      'validateCode',
      'requestCancellation',
    ])
  })

  it('include both dispatch and delivered for an unknown order type', () => {
    expect(movesFrom({ status: 'READY', orderType: 'DRONE' }, strict)).toEqual(
      expect.arrayContaining(['dispatch', 'delivered']),
    )
  })
})

describe('what a read proves', () => {
  const statuses = [...ROW, 'CANCELLED']
  const reachedFrom: Readonly<Record<QueuedAction, string>> = {
    confirm: 'CONFIRMED',
    preparing: 'PREPARING',
    'ready-for-pickup': 'READY',
    dispatch: 'IN_DELIVERY',
    delivered: 'DELIVERED',
    requestCancellation: 'CANCELLED',
    pickedUp: 'DELIVERED',
    acceptCancellation: 'CANCELLED',
    denyCancellation: 'CANCELLED',
    offer: 'CANCELLED',
  }
  it.each(QUEUED_ACTIONS.flatMap((action) => statuses.map((status) => [action, status] as const)))(
    '%s at %s',
    (action, status) => {
      const target = statuses.indexOf(reachedFrom[action])
      const at = statuses.indexOf(status)
      const isCancelTap = action === 'requestCancellation' || isWishAnswer(action)
      // No status proves that a customer's wish was denied, or got an offer.
      const isNeverProven = action === 'denyCancellation' || action === 'offer'
      const reached = isNeverProven ? false : isCancelTap || status === 'CANCELLED' ? target === at : at >= target
      expect(isReached(action, status)).toBe(reached)
      const isEnd = status === 'DELIVERED' || status === 'CONCLUDED'
      const isOver = isCancelTap ? isEnd || (isNeverProven && status === 'CANCELLED') : status === 'CANCELLED'
      expect(isImpossible(action, status)).toBe(!reached && isOver)
    },
  )

  it('proves nothing with an unknown status', () => {
    expect(isReached('confirm', 'ON_THE_GRILL')).toBe(false)
    expect(isImpossible('confirm', 'ON_THE_GRILL')).toBe(false)
  })
})

describe('the expected status of an order', () => {
  it('is the status that was read while no tap is open', () => {
    expect(projectStatus('PREPARING', [])).toBe('PREPARING')
    expect(projectStatus('ON_THE_GRILL', [])).toBe('ON_THE_GRILL')
  })

  it('follows each tap in order, also across a cancellation request', () => {
    expect(projectStatus('CREATED', ['confirm', 'requestCancellation', 'ready-for-pickup', 'preparing'])).toBe('READY')
    expect(projectStatus('ON_THE_GRILL', ['preparing'])).toBe('PREPARING')
  })

  it('advances with open taps and never goes back', () => {
    expect(projectStatus('CREATED', ['confirm', 'preparing'])).toBe('PREPARING')
    expect(projectStatus('READY', ['confirm'])).toBe('READY')
  })
  it('is not changed by a cancellation request, and cancelled stays cancelled', () => {
    expect(projectStatus('CONFIRMED', ['requestCancellation'])).toBe('CONFIRMED')
    expect(projectStatus('CANCELLED', ['confirm'])).toBe('CANCELLED')
  })
})
