import { expect, it } from 'vitest'
import { createLimitedLines } from '../../../electron/logging/log-port.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

it('20 lines of a kind are written in a minute, and the number of the others in the next minute', () => {
  let at = 5_000
  const log = createMemoryLog()
  const line = createLimitedLines(log, () => at)
  for (let call = 0; call < 1_000; call += 1) line('read 404', 'refused', { status: 404 })
  line('poll 500', 'refused', { status: 500 })
  expect(log.lines).toHaveLength(21)
  expect(log.lines.at(-1)?.fields).toEqual({ status: 500 })

  at += 60_000
  line('read 404', 'refused', { status: 404 })
  line('read 404', 'refused', { status: 404 })
  expect(log.lines.slice(21).map(({ fields }) => fields)).toEqual([{ status: 404, leftOut: 980 }, { status: 404 }])
})
