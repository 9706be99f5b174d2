import type { KitchenApp } from './kitchen.ts'

/** Begins to measure the work of the main thread between two turns. */
export const watchMain = (kitchen: KitchenApp): Promise<void> =>
  kitchen.app().process.evaluate(() => {
    const spent = (): number => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1_000
    }
    let last = spent()
    Object.assign(globalThis, { longestBlock: 0 })
    setInterval(() => {
      const now = spent()
      const longest: unknown = Reflect.get(globalThis, 'longestBlock')
      Object.assign(globalThis, { longestBlock: Math.max(Number(longest), now - last) })
      last = now
    }, 5)
  })

/**
 * The longest piece of work of the main thread since the measurement began, in ms. It is processor time of the thread, so
 * that other programs of a busy machine do not count.
 */
export const longestBlock = (kitchen: KitchenApp): Promise<number> =>
  kitchen.app().process.evaluate(() => Number(Reflect.get(globalThis, 'longestBlock')))
