import { describe, expect, it } from 'vitest'
import { json, scriptedPlatform } from './scripted-platform.ts'

describe('a call', () => {
  it('ignores the Date header of a login page, of a cached answer and without a time', async () => {
    const date = new Date(Date.UTC(2030, 0, 1)).toUTCString()
    const answers = [
      () => new Response('<html>', { headers: { date } }),
      () => json([], { headers: { date, age: '3600' } }),
      () => json([], { headers: { date: '2030' } }),
      () => json([], { headers: { date: 'Someday, soon' } }),
    ]
    for (const call of answers) {
      const { client, signal, offsetMs } = scriptedPlatform({ call })
      await client.poll(signal)
      expect(offsetMs()).toBe(0)
    }
  })
})
