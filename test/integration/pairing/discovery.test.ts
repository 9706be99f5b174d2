import { randomBytes, randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { announce, findComputers, openDatagrams } from '../../../electron/screens/pairing/discovery.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

/** Real datagrams on this machine, on another port than the port of the product. */
function world(isOpen: () => boolean) {
  const port = 20_000 + randomInt(20_000)
  const log = createMemoryLog()
  const clock = createSystemClock()
  const announcement = announce({
    open: openDatagrams(log, port),
    name: 'Caixa',
    port: 5_000,
    isOpen,
    monotonicNow: clock.monotonic,
  })
  onTestFinished(announcement.end)
  return {
    port,
    log,
    find: () =>
      findComputers({ open: openDatagrams(log, port), setTimer: clock.setTimer, monotonicNow: clock.monotonic }),
  }
}

it('a search finds a main computer with an open pairing, although the network is full of invalid packets', async () => {
  const { port, find } = world(() => true)
  const stranger = createSocket('udp4')
  stranger.bind(0)
  await once(stranger, 'listening')
  onTestFinished(() => void stranger.close())
  const rubbish = setInterval(() => stranger.send(randomBytes(200), port, '127.0.0.1'), 20)
  onTestFinished(() => clearInterval(rubbish))
  const address = expect.stringMatching(/^\d+\.\d+\.\d+\.\d+:5000$/)
  await expect.poll(find).toEqual([{ name: 'Caixa', address }])
})

it('a search finds nothing without an open pairing', async () => {
  const { find } = world(() => false)
  expect(await find()).toEqual([])
})
