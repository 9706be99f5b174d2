import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { fieldOf, startTestPlatform } from './test-platform.ts'

type ControlAddress = { readonly url: string; readonly token: string }

async function command(
  address: ControlAddress,
  name: string,
  args: unknown = {},
): Promise<{ status: number; result: unknown }> {
  const response = await fetch(`${address.url}/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${address.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  })
  const json: unknown = await response.json()
  return {
    status: response.status,
    result: typeof json === 'object' && json !== null ? Reflect.get(json, 'result') : undefined,
  }
}

describe('the control server', () => {
  it('accepts only calls with its token', async () => {
    const { platform } = await startTestPlatform({ control: true })
    const address = platform.control ?? { url: '', token: '' }
    expect((await command({ ...address, token: 'wrong' }, 'orders')).status).toBe(401)
    expect((await command(address, 'toString')).status).toBe(404)
    expect(await command(address, 'orders')).toEqual({ status: 200, result: [] })
  })

  it('places and cancels orders, causes faults, and works during an outage', async () => {
    const { platform, login, poll } = await startTestPlatform({ control: true })
    const address = platform.control ?? { url: '', token: '' }
    await login()
    const placed = await command(address, 'place', { orderType: 'TAKEOUT' })
    const orderId = fieldOf(placed.result, 'id')
    await command(address, 'fault', { routes: ['poll'], times: 1, effect: { kind: 'status', status: 503 } })
    expect((await poll()).status).toBe(503)
    await command(address, 'cancel', { orderId, code: 'X', reason: 'Desistiu' })
    expect(platform.order(orderId)?.status).toBe('CANCELLED')
    await command(address, 'beginOutage')
    await expect(poll()).rejects.toThrow()
    expect((await command(address, 'order', { orderId })).result).toMatchObject({ status: 'CANCELLED' })
    await command(address, 'endOutage')
    expect((await poll()).status).toBe(200)
  })
})

describe('the program of the practice platform', () => {
  it('prints its address, places orders, and ends on SIGTERM', async () => {
    const program = new URL('../../fixtures/rehearsal/serve-rehearsal.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [program, '--control', '--scenario', 'demo', '--hash', 'abc'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [line] = await once(createInterface({ input: child.stdout }), 'line')
      const printed: unknown = JSON.parse(String(line))
      expect(fieldOf(printed, 'apiUrl')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/abc\/od\/v2$/)
      const address = { url: fieldOf(printed, 'controlUrl'), token: fieldOf(printed, 'controlToken') }
      const { result } = await command(address, 'orders')
      expect(Array.isArray(result) ? result.length : 0).toBeGreaterThanOrEqual(4)
    } finally {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    }
  })
})
