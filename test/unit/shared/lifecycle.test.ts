import { describe, expect, it } from 'vitest'
import {
  isImpossible,
  isReached,
  movesFrom,
  type OrderAction,
  projectStatus,
  QUEUED_ACTIONS,
  type QueuedAction,
} from '../../../shared/lifecycle.ts'

const strict = { deliveredFromReady: false }

describe('the offered moves', () => {
  const cases: readonly (readonly [string, string, readonly OrderAction[]])[] = [
    ['CREATED', 'DELIVERY', ['confirm', 'requestCancellation']],
    ['CONFIRMED', 'DELIVERY', ['preparing', 'ready-for-pickup', 'requestCancellation']],
    ['PREPARING', 'TAKEOUT', ['ready-for-pickup', 'requestCancellation']],
    ['READY', 'DELIVERY', ['dispatch', 'validateCode', 'requestCancellation']],
    ['READY', 'TAKEOUT', ['delivered', 'validateCode', 'requestCancellation']],
    ['READY', 'INDOOR', ['delivered', 'validateCode', 'requestCancellation']],
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
    expect(moves.slice(0, 2)).toEqual(['dispatch', 'delivered'])
  })

  it('include every action for an unknown status', () => {
    const moves = movesFrom({ status: 'ON_THE_GRILL', orderType: 'DELIVERY' }, strict)
    expect(new Set(moves)).toEqual(new Set([...QUEUED_ACTIONS, 'validateCode']))
  })

  it('include both dispatch and delivered for an unknown order type', () => {
    expect(movesFrom({ status: 'READY', orderType: 'DRONE' }, strict)).toEqual(
      expect.arrayContaining(['dispatch', 'delivered']),
    )
  })
})

describe('what a read proves', () => {
  const statuses = ['CREATED', 'CONFIRMED', 'PREPARING', 'READY', 'IN_DELIVERY', 'DELIVERED', 'CONCLUDED', 'CANCELLED']
  const reachedFrom: Readonly<Record<QueuedAction, string>> = {
    confirm: 'CONFIRMED',
    preparing: 'PREPARING',
    'ready-for-pickup': 'READY',
    dispatch: 'IN_DELIVERY',
    delivered: 'DELIVERED',
    requestCancellation: 'CANCELLED',
  }
  it.each(QUEUED_ACTIONS.flatMap((action) => statuses.map((status) => [action, status] as const)))(
    '%s at %s',
    (action, status) => {
      const target = statuses.indexOf(reachedFrom[action])
      const at = statuses.indexOf(status)
      const isCancelTap = action === 'requestCancellation'
      const reached = isCancelTap || status === 'CANCELLED' ? target === at : at >= target
      expect(isReached(action, status)).toBe(reached)
      const isOver = isCancelTap ? status === 'DELIVERED' || status === 'CONCLUDED' : status === 'CANCELLED'
      expect(isImpossible(action, status)).toBe(!reached && isOver)
    },
  )

  it('proves nothing with an unknown status', () => {
    expect(isReached('confirm', 'ON_THE_GRILL')).toBe(false)
    expect(isImpossible('confirm', 'ON_THE_GRILL')).toBe(false)
  })
})

describe('the expected status of an order', () => {
  it('advances with open taps and never goes back', () => {
    expect(projectStatus('CREATED', ['confirm', 'preparing'])).toBe('PREPARING')
    expect(projectStatus('READY', ['confirm'])).toBe('READY')
  })
  it('is not changed by a cancellation request, and cancelled stays cancelled', () => {
    expect(projectStatus('CONFIRMED', ['requestCancellation'])).toBe('CONFIRMED')
    expect(projectStatus('CANCELLED', ['confirm'])).toBe('CANCELLED')
  })
})
