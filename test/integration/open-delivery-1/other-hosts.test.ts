import { describe, expect, it } from 'vitest'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { kitchenOf1 } from './kitchen-of-1.ts'

/** What hosts of 1.0.0 to 1.7.0 do differently (docs/protocol.md, "Open Delivery 1.x"). */

describe('acknowledgments', () => {
  it('of one form are tested without changing the setting, which another platform would take over', async () => {
    const { host, core } = await kitchenOf1({ refusedAcknowledgments: 1 })
    host.place('DELIVERY')
    await eventually('the acknowledgment', () => host.waiting() === 0)
    expect(core().settings.now().dialect.acknowledgment).toBe('v2')
  })
})

describe('an acceptance by the shop’s rules', () => {
  it('says when its order was created', async () => {
    const { host, core, seen } = await kitchenOf1()
    core().changeSettings({ autoConfirm: { enabled: true } })
    const id = host.place('DELIVERY')
    await seen(id, 'the acceptance', ({ status }) => status === 'CONFIRMED')
    expect(host.violations).toEqual([])
  })
})
