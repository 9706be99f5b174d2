import { expect, it } from 'vitest'
import { watchNetwork } from '../../../electron/station/platform-link.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const watched = (random: number) => {
  const clock = createVirtualClock()
  const state = { isOnline: true, returns: [] as number[] }
  const startedAt = clock.now()
  const watch = watchNetwork({
    isOnline: () => state.isOnline,
    clock,
    random: () => random,
    onReturn: () => state.returns.push(clock.now() - startedAt),
  })
  const setOnline = (isOnline: boolean): void => {
    state.isOnline = isOnline
    expect(watch.isOnline()).toBe(isOnline)
  }
  return { clock, state, watch, setOnline }
}

it('the return of the network is reported once, after a random pause', async () => {
  const { clock, state, setOnline } = watched(0.5)
  setOnline(true)
  await clock.advance(60_000)
  expect(state.returns).toEqual([])
  setOnline(false)
  setOnline(true)
  setOnline(true)
  await clock.advance(60_000)
  expect(state.returns).toEqual([62_500])
})

it('nothing is reported after the stop, and an unstable network causes one report', async () => {
  const { clock, state, setOnline, watch } = watched(0.9)
  for (let times = 0; times < 20; times += 1) {
    setOnline(false)
    await clock.advance(100)
    setOnline(true)
  }
  await clock.advance(10_000)
  expect(state.returns).toHaveLength(1)
  setOnline(false)
  setOnline(true)
  watch.stop()
  await clock.advance(10_000)
  expect(state.returns).toHaveLength(1)
})
