import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 500

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * The process that holds the lock; 0 when the file has no number: the process ended before it wrote it.
 * @param {string} file
 */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || 0
  } catch {
    return 0
  }
}

/** Also when it is a process of another user, which gets no signal. @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {string} file @returns {boolean} false: another process has the lock */
function takeLock(file) {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    const problem = error instanceof Error ? error.message : error
    throw new Error(`The folder of the project cannot be written (${problem}).\nUse a copy of it that belongs to you.`)
  }
}

/**
 * Runs `work` under a lock, so that only one process runs it at a time. Takes over the lock of a process that has ended.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} work
 */
export async function exclusively(file, work) {
  for (let isAnnounced = false; !takeLock(file); isAnnounced = true) {
    const pid = holderOf(file)
    if (pid === 0 ? isAnnounced : !isRunning(pid)) {
      rmSync(file, { force: true })
      continue
    }
    if (!isAnnounced)
      console.log(`Waiting for process ${pid}, which prepares this folder. If it does not, delete ${file}`)
    await sleep(RETRY_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
