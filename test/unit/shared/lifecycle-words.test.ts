import { describe, expect, it } from 'vitest'
import {
  isKnownStatus,
  isOver,
  isReached,
  meaningOf,
  movesFrom,
  progressOf,
  projectStatus,
  QUEUED_ACTIONS,
  targetOf,
} from '../../../shared/lifecycle.ts'

const ROW = ['CREATED', 'CONFIRMED', 'PREPARING', 'READY', 'IN_DELIVERY', 'DELIVERED', 'CONCLUDED']
const dialect = (deliveredFromReady: boolean) => ({ deliveredFromReady })

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
  it('depend on type and dialect from READY on', () => {
    const moves = (orderType: string, allowed: boolean) => movesFrom({ status: 'READY', orderType }, dialect(allowed))
    expect(moves('DELIVERY', true)).toEqual(['dispatch', 'delivered', 'validateCode', 'requestCancellation'])
    expect(moves('DELIVERY', false)).toEqual(['dispatch', 'validateCode', 'requestCancellation'])
    expect(moves('TAKEOUT', true)).toEqual(['delivered', 'validateCode', 'requestCancellation'])
    expect(moves('DRONE', false)).toEqual(['dispatch', 'delivered', 'validateCode', 'requestCancellation'])
  })

  it('of an unknown status are all, the next step first', () => {
    expect(movesFrom({ status: 'ON_THE_GRILL', orderType: 'TAKEOUT' }, dialect(false))).toEqual([
      'confirm',
      'preparing',
      'ready-for-pickup',
      'dispatch',
      'delivered',
      'validateCode',
      'requestCancellation',
    ])
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

  it('does not change from a status outside the order, and never reaches one', () => {
    expect(isReached('confirm', 'CANCELLED')).toBe(false)
    expect(isReached('requestCancellation', 'CONCLUDED')).toBe(false)
    expect(isReached('requestCancellation', 'CANCELLED')).toBe(true)
  })
})
