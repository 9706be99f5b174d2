import { expect, it } from 'vitest'
import { isWithinRequestSize } from '../../../electron/ipc/calls.ts'
import { reportBatches } from '../../../renderer/ui/window/report-batches.ts'
import { contract } from '../../../shared/contract/contract.ts'

const reported = (orderIds: readonly string[]) => {
  const batches = reportBatches(orderIds, (orderId) => orderId)
  for (const batch of batches) {
    const args = { orderIds: [...batch] }
    expect(contract['order:shown'].args.safeParse(args).success).toBe(true)
    expect(isWithinRequestSize(args)).toBe(true)
  }
  return batches.flat()
}

it.each([
  ['three orders', 3, 10],
  ['a thousand orders', 1_000, 36],
  ['two hundred ids of eight thousand characters', 200, 8_000],
  ['no order', 0, 0],
])('%s are reported completely, in requests that the main process accepts', (_words, count, length) => {
  const ids = Array.from({ length: count }, (_, index) => `${index}`.padEnd(length, 'x'))
  expect(reported(ids)).toEqual(ids)
})

it('an oversized request is refused by its size, regardless of its content', () => {
  expect(isWithinRequestSize({ orderIds: Array.from({ length: 200_000 }, () => '') })).toBe(false)
  expect(isWithinRequestSize({ orderId: 'x'.repeat(1_000_001) })).toBe(false)
  expect(isWithinRequestSize(null)).toBe(true)
})
