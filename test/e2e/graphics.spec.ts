import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { expect, test } from './kitchen.ts'

const isAccelerated = (app: ElectronApplication) =>
  app.evaluate((electron) => electron.app.isHardwareAccelerationEnabled())

test('after two failures the graphics are drawn in software at the next start', async ({ kitchen }) => {
  // The budget of relaunches is used up, so the program does not relaunch.
  const now = Date.now()
  writeFileSync(join(kitchen.profile, 'relaunches.json'), JSON.stringify([now, now, now]))
  const { process: first } = await kitchen.open()
  await expect.poll(() => isAccelerated(first)).toBe(true)
  await first.evaluate(({ app }) => {
    for (const exitCode of [1, 2]) app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode })
  })
  await kitchen.close()
  const { process: second } = await kitchen.open()
  await expect.poll(() => isAccelerated(second)).toBe(false)
})
