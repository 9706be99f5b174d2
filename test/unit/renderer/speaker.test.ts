import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSpeaker } from '../../../renderer/sound/speaker.ts'

const LOUDNESS = { volume: 0.5, isUrgent: false }

/** What an audio context does: `state` after an attempt to resume it, and whether its time goes on. */
type Device = { readonly state: 'running' | 'suspended' | 'interrupted' | 'closed'; readonly stands?: boolean }

const param = () => ({ setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined })

function contextWith({ state, stands = false }: Device) {
  const node = () => ({
    frequency: param(),
    gain: param(),
    connect: (next: unknown) => next,
    disconnect: vi.fn(),
    start: () => undefined,
    stop: () => undefined,
  })
  let looks = 0
  const gains: ReturnType<typeof node>[] = []
  const context = {
    state,
    get currentTime() {
      // A device that plays goes on between two looks.
      looks += 1
      return stands ? 3 : looks
    },
    destination: {},
    // A suspended context without a device never answers.
    resume: () => new Promise<void>(() => undefined),
    close: vi.fn(() => Promise.resolve()),
    createOscillator: node,
    createGain: () => {
      const gain = node()
      gains.push(gain)
      return gain
    },
  }
  return { context, gains }
}

/** A speaker whose contexts come one after the other. */
function speakerWith(...devices: readonly (Device | 'refused')[]) {
  const contexts: ReturnType<typeof contextWith>[] = []
  let opened = 0
  const speaker = createSpeaker(() => {
    const device = devices[opened]
    opened += 1
    if (device === undefined || device === 'refused') return Promise.reject(new Error('no device'))
    const made = contextWith(device)
    contexts.push(made)
    // Only what the speaker uses.
    return Promise.resolve(made.context as unknown as AudioContext)
  })
  const play = async (): Promise<boolean> => {
    const playing = speaker.play('new', LOUDNESS)
    await vi.advanceTimersByTimeAsync(2_000)
    return playing
  }
  return { play, contexts, opened: () => opened }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the speaker', () => {
  it.each<[string, Device]>([
    ['suspended for ever', { state: 'suspended' }],
    ['interrupted', { state: 'interrupted' }],
    ['running, with a time that stands', { state: 'running', stands: true }],
  ])('replaces a context that is %s after two failed tries, and closes it', async (_, dead) => {
    const { play, contexts, opened } = speakerWith(dead, { state: 'running' })
    expect([await play(), await play()]).toEqual([false, false])
    expect(opened()).toBe(1)
    await expect(play()).resolves.toBe(true)
    expect(opened()).toBe(2)
    expect(contexts[0]?.context.close).toHaveBeenCalledOnce()
    await expect(play()).resolves.toBe(true)
    expect(opened()).toBe(2)
  })

  it('replaces a closed context, and one that could not be opened, at the next sound', async () => {
    const closed = speakerWith({ state: 'closed' }, { state: 'running' })
    expect([await closed.play(), await closed.play()]).toEqual([false, true])
    const refused = speakerWith('refused', { state: 'running' })
    expect([await refused.play(), await refused.play()]).toEqual([false, true])
  })

  it('a sound of a context whose time stands never comes later', async () => {
    const { play, contexts } = speakerWith({ state: 'running', stands: true })
    await play()
    expect(contexts[0]?.gains[0]?.disconnect).toHaveBeenCalled()
  })

  it('keeps a context that failed once and plays again', async () => {
    const { play, contexts, opened } = speakerWith({ state: 'suspended' })
    await play()
    for (const { context } of contexts) context.state = 'running'
    expect([await play(), await play()]).toEqual([true, true])
    expect(opened()).toBe(1)
  })
})
