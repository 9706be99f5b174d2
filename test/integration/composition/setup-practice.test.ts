import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSetupPractice } from '../../../electron/composition/setup-practice.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import type { BoardSnapshot } from '../../../shared/contract.ts'
import { applySettingsPatch, DEFAULT_SETTINGS, type LOCALES } from '../../../shared/settings.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { waitUntil } from '../../fixtures/wait-until.ts'

let profile: string
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'comanda-setup-practice-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(profile, { recursive: true })
})

function practiceIn(locale: (typeof LOCALES)[number]) {
  const practice = createSetupPractice({
    profile,
    settings: () => applySettingsPatch(DEFAULT_SETTINGS, { locale }),
    newClock: createSystemClock,
    log: createMemoryLog(),
  })
  const board = async (): Promise<BoardSnapshot> => {
    const answer = await practice.begin()
    if (!answer.ok) throw new Error(answer.code)
    return answer.value
  }
  return { practice, board }
}

describe('createSetupPractice', () => {
  it('shows one order, accepts its taps, and leaves no files', async () => {
    const network = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => {
      network.mockRestore()
    })
    const { practice, board } = practiceIn('es')
    const versions: number[] = []
    practice.onDelta(({ version }) => versions.push(version))
    await waitUntil(async () => expect((await board()).tickets).toMatchObject([{ status: 'CREATED', reading: 'read' }]))
    const [ticket] = (await board()).tickets
    if (ticket === undefined) throw new Error('no ticket')
    expect(ticket.lines).toHaveLength(2)
    for (const [action, status] of [
      ['confirm', 'CONFIRMED'],
      ['ready-for-pickup', 'READY'],
      ['delivered', 'DELIVERED'],
    ] as const) {
      expect(practice.act({ orderId: ticket.orderId, action })).toMatchObject({ ok: true })
      await waitUntil(async () => expect((await board()).tickets[0]?.status).toBe(status))
    }
    expect((await board()).tickets).toHaveLength(1)
    expect(versions.length).toBeGreaterThan(3)
    expect(await practice.end()).toEqual({ ok: true, value: null })
    expect(readdirSync(profile)).toEqual([])
    expect(network).not.toHaveBeenCalled()
    expect(practice.act({ orderId: ticket.orderId, action: 'confirm' })).toMatchObject({ code: 'unknown-order' })
  })

  it('reports that it could not start, can be ended, and starts at the next attempt', async () => {
    rmSync(profile, { recursive: true })
    writeFileSync(profile, 'a file in the place of the folder')
    const { practice, board } = practiceIn('en')
    expect(await practice.begin()).toMatchObject({ ok: false, code: 'storage' })
    expect(await practice.end()).toEqual({ ok: true, value: null })
    // Ended after its start and before the program detects that it cannot start.
    const begun = practice.begin()
    expect(await practice.end()).toEqual({ ok: true, value: null })
    expect(await begun).toMatchObject({ ok: false, code: 'storage' })
    rmSync(profile)
    mkdirSync(profile)
    expect((await board()).tickets).toBeDefined()
    await practice.end()
    expect(readdirSync(profile)).toEqual([])
  })

  it('removes the files of a practice that crashed and no other file', async () => {
    mkdirSync(join(profile, 'setup-practice-old'))
    mkdirSync(join(profile, 'logs'))
    const { practice, board } = practiceIn('en')
    await board()
    expect(readdirSync(profile)).not.toContain('setup-practice-old')
    await practice.end()
    await practice.end()
    expect(readdirSync(profile)).toEqual(['logs'])
  })

  it('continues the version numbers of its board, so that the window drops late deltas of an earlier practice', async () => {
    const { practice, board } = practiceIn('en')
    const versions: number[] = []
    practice.onDelta(({ version }) => versions.push(version))
    const isRead = async () => expect((await board()).tickets).toMatchObject([{ reading: 'read' }])
    await board()
    await waitUntil(isRead)
    await practice.end()
    const ended = versions.at(-1)
    expect(ended).toBeGreaterThan(1)
    expect((await board()).version).toBeGreaterThan(ended ?? 0)
    await waitUntil(isRead)
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect(new Set(versions).size).toBe(versions.length)
    expect((await board()).version).toBe(versions.at(-1))
    await practice.end()
  })
})
