import { expect, onTestFinished, test } from 'vitest'
import { openStorage, type Storage } from '../../../electron/storage/storage.ts'
import { writeDay } from './kitchen-day.ts'
import { fillDisk, smallDisk, whyNoSmallDisk } from './small-disk.ts'

const NOW = 5_000_000
const reason = whyNoSmallDisk()
if (reason) console.warn(`NOT RUN: the disk-full tests, because ${reason}`)
const onSmallDisk = test.runIf(reason === undefined)

function openedIn(folder: string): Storage {
  const result = openStorage(folder, { now: NOW })
  if (!result.ok) throw new Error(`${result.code} ${result.message}`)
  onTestFinished(() => result.value.close())
  return result.value
}

onSmallDisk('a start opens a board with any amount of free space', () => {
  const disk = smallDisk()
  const first = openedIn(disk)
  writeDay(first.ledger, 10)
  first.close()
  for (const blocks of [1, 8, 9, 12, 64, 160, 320]) {
    const giveBack = fillDisk(disk, blocks)
    const { ledger, trouble: why, close } = openedIn(disk)
    // 512 kB are enough. With less the system would end the process if blocks are smaller than memory pages.
    expect(why, `${blocks} blocks`).toBe(blocks < 128 ? 'disk-full' : undefined)
    expect(ledger.boardOrders(0)).toHaveLength(10)
    close()
    giveBack()
  }
})
