import { expect, it, vi } from 'vitest'
import { withTimeLimit } from '../../../shared/time/time-limit.ts'

const timers = () => {
  const tasks = new Set<() => void>()
  const setTimer = (_ms: number, task: () => void) => {
    tasks.add(task)
    return () => void tasks.delete(task)
  }
  return { tasks, setTimer, fire: () => [...tasks].map((task) => task()) }
}

it('a time limit returns the result of the work and cancels its timer', async () => {
  const { tasks, setTimer } = timers()
  const onLimit = vi.fn(() => 'late')
  expect(await withTimeLimit(Promise.resolve('done'), 10, onLimit, setTimer)).toBe('done')
  expect(tasks.size).toBe(0)
  expect(onLimit).not.toHaveBeenCalled()
})

it('a time limit rejects when the work rejects, and cancels its timer', async () => {
  const { tasks, setTimer } = timers()
  const work = Promise.reject(new Error('broken'))
  await expect(withTimeLimit(work, 10, () => 'late', setTimer)).rejects.toThrow('broken')
  expect(tasks.size).toBe(0)
})

it('a time limit ends work that takes too long, and ignores a later rejection', async () => {
  const { setTimer, fire } = timers()
  const work = Promise.withResolvers<string>()
  const answer = withTimeLimit(work.promise, 10, () => 'late', setTimer)
  fire()
  expect(await answer).toBe('late')
  work.reject(new Error('too late to matter'))
  await expect(work.promise).rejects.toThrow()
})
