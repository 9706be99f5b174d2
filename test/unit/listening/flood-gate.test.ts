import { expect, it } from 'vitest'
import { createFloodGate } from '../../../electron/listening/limited-server.ts'

it('a flood gate accepts a burst, then its rate, and never more than the burst at once', () => {
  let now = 0
  const gate = createFloodGate(() => now, { burst: 3, perSecond: 10 })
  const isLetIn = (address = '192.0.2.1'): boolean => {
    const isOpen = gate.isOpen(address)
    if (isOpen) gate.charge(address)
    return isOpen
  }
  const tried = (times: number): number => Array.from({ length: times }, () => isLetIn()).filter(Boolean).length
  expect(tried(5)).toBe(3)
  // An address that exceeds its rate does not close the gate for another address.
  expect(isLetIn('192.0.2.2')).toBe(true)
  now += 100
  expect(tried(5)).toBe(1)
  now += 3_600_000
  expect(tried(10)).toBe(3)
  let letIn = 0
  for (let request = 0; request < 1_000; request += 1) {
    now += 1
    letIn += Number(isLetIn())
  }
  expect(letIn).toBe(10)
})
