import { expect, it } from 'vitest'
import { createAdmission, type Work } from '../../../electron/core/admission.ts'

const open = () => true

/** Stated here and not read from the rows: a row that loses its need makes this test fail. */
const OF_THE_QUEUE: readonly Work[] = [
  'delivery',
  'order:act',
  'order:validate-code',
  'order:reasons',
  'order:acknowledge-cancellation',
  'order:strike-line',
  'order:start-by-hand',
  'history:recall',
  'tap:undo',
  'tap:send-now',
]
const OF_THE_STORAGE: readonly Work[] = [
  'order:quiet-alarm',
  'history:list',
  'settings:change',
  'settings:import',
  'view:remember',
  'places:remember',
  'screens:open-pairing',
  'screens:hand-over',
  'customers:open-link',
  'lock:set',
]
const ALWAYS: readonly Work[] = ['board:snapshot', 'lock:status', 'setup:keep', 'app:quit', 'practice/order:act']

it.each([
  { kitchen: 'without a storage', admit: createAdmission(false), refused: [...OF_THE_QUEUE, ...OF_THE_STORAGE] },
  { kitchen: 'that gave its queue away', admit: createAdmission(true, open), refused: OF_THE_QUEUE },
  { kitchen: 'with all it needs', admit: createAdmission(), refused: [] },
])('a kitchen $kitchen refuses the work that would be lost, and no other', ({ admit, refused }) => {
  const all = [...OF_THE_QUEUE, ...OF_THE_STORAGE, ...ALWAYS]
  expect(all.filter((work) => admit(work, open) !== undefined)).toEqual(refused)
})
