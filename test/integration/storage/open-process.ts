import { openStorage } from '../../../electron/storage/storage.ts'
import { storageTroubleOf } from '../../../electron/storage/trouble.ts'

/** Runs as another user: opens the storage, taps once and prints the result as JSON. */
const [, , folder = ''] = process.argv
const TAP = {
  tapId: 'permitted',
  orderId: 'order-00001',
  action: 'confirm',
  args: {},
  tappedAt: 1,
  holdUntil: 1,
} as const
const opened = openStorage(folder, { now: 5_000_000 })

if (!opened.ok) {
  console.log(JSON.stringify({ code: opened.code }))
} else {
  const { ledger, cache, repair, trouble } = opened.value
  const board = ledger.boardOrders(0).length
  const tap = (): string => {
    try {
      return ledger.addTap(TAP).state
    } catch (error) {
      return `refused: ${storageTroubleOf(error)}`
    }
  }
  const save = (): string => {
    try {
      cache.save('order-00001', { id: 'order-00001' }, 1)
      return 'saved'
    } catch (error) {
      return `refused: ${storageTroubleOf(error)}`
    }
  }
  console.log(JSON.stringify({ repaired: repair.repaired, trouble, board, tap: tap(), cached: save() }))
  opened.value.close()
}
