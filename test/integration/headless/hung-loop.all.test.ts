import { once } from 'node:events'
import { expect, it } from 'vitest'
import { builtStation } from '../../fixtures/built-station.ts'
import { stationProgram } from '../../fixtures/station-program.ts'

/** A text with this character hangs the main loop when it is looked at, as a defect of the program would. */
const POISON = '☠'
const HOOK = `data:text/javascript,${encodeURIComponent(`
  const { normalize } = String.prototype
  String.prototype.normalize = function (form) {
    for (; this.includes('${POISON}'); );
    return normalize.call(this, form)
  }
`)}`
const SETTINGS = { pollIntervalSeconds: 1, undoSeconds: 0 }

const built = builtStation()
const poisonedItem = { items: [{ id: 'x', name: `Frango ${POISON} sem cebola`, quantity: 1 }] }

async function setUp(nodeArgs: string[]) {
  const program = await stationProgram(built.file, undefined, nodeArgs)
  const input = JSON.stringify({ ...program.credentials, settings: SETTINGS })
  expect(await program.run(['setup', '-'], input)).toMatchObject({ code: 0 })
  return program
}

it('an order that hangs the main loop ends the program after 20 s; the next start shows it by its number, and works', async () => {
  await using program = await setUp(['--import', HOOK])
  const hung = await program.start()
  const screen = await program.join('Balcão')
  const { id } = program.platform.place({ startsAs: 'PREPARING', raw: poisonedItem })
  await once(hung, 'close')
  expect(hung.signalCode).toBe('SIGKILL')

  await program.start()
  expect(program.log.join('\n')).toMatch(/"main-loop-hung".*\n?[\s\S]*"order-stuck"/)
  const ticket = await screen.seen(id, 'the number alone', ({ reading, status }) => {
    return reading === 'unreadable' && status === 'PREPARING'
  })
  expect(ticket).toMatchObject({ quarantined: true, lines: [], notes: [], displayId: id.slice(-6) })
  const { id: next } = program.platform.place({ startsAs: 'PREPARING' })
  await screen.seen(next, 'whole', ({ reading }) => reading === 'read')
  // Its status is still read.
  program.platform.cancel(id, 'CUSTOMER_REQUEST', 'Desistiu')
  await screen.seen(id, 'cancelled', ({ status, cancelled }) => status === 'CANCELLED' && cancelled !== undefined)
})

it('an order of the cache that hangs each start is shown by its number after the first of them', async () => {
  const nodeArgs: string[] = []
  await using program = await setUp(nodeArgs)
  await program.start()
  const screen = await program.join('Balcão')
  const { id } = program.platform.place({ startsAs: 'PREPARING', raw: poisonedItem })
  await screen.seen(id, 'whole', ({ reading }) => reading === 'read')
  expect(await program.end('SIGTERM')).toBe(0)

  // From now on the program has the defect.
  nodeArgs.push('--import', HOOK)
  await expect(program.start()).rejects.toThrow('It ended with null')
  await program.start()
  await screen.seen(id, 'the number alone', ({ quarantined, lines }) => quarantined === true && lines.length === 0)
})
