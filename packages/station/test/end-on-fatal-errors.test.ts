import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { createMemoryLog } from '../../../test/fixtures/memory-log.ts'
import { endOnFatalErrors } from '../serve.ts'

it.each(['uncaughtException', 'unhandledRejection'])(
  '%s: the place is logged without the message, and the program ends',
  (event) => {
    const process = new EventEmitter()
    const log = createMemoryLog()
    const end = vi.fn()
    endOnFatalErrors(process, log, end)
    process.emit(event, new TypeError('https://platform.example/secret-part'))
    expect(end).toHaveBeenCalledOnce()
    expect(JSON.stringify(log)).toContain('fatal')
    expect(JSON.stringify(log)).not.toContain('secret-part')
  },
)
