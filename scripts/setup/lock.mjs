import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 500

/** @param {string} file */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Runs `work` under a lock, so that only one process runs it at a time. Takes over the lock of a process that has ended.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} work
 */
export async function exclusively(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  for (let isAnnounced = false; ; isAnnounced = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch {
      const pid = holderOf(file)
      if (pid && !isRunning(pid)) {
        rmSync(file, { force: true })
        continue
      }
      if (!isAnnounced) console.log(`Waiting for another set-up (process ${pid})`)
      await sleep(RETRY_MS)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
