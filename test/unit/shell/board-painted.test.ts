import { describe, expect, it, vi } from 'vitest'
import { isBoardPainted } from '../../../electron/shell/board-painted.ts'

const contents = (part: { isDestroyed?: boolean; isLoading?: boolean; answer?: unknown }) => ({
  isDestroyed: () => part.isDestroyed === true,
  isLoadingMainFrame: () => part.isLoading === true,
  executeJavaScript: vi.fn(async () => part.answer ?? true),
})

describe('the painted board', () => {
  it('is reported when the page reports it', async () => {
    expect(await isBoardPainted(contents({}))).toBe(true)
    expect(await isBoardPainted(contents({ answer: false }))).toBe(false)
    expect(await isBoardPainted(contents({ answer: 'yes' }))).toBe(false)
  })

  it.each([{ isDestroyed: true }, { isLoading: true }])('is not assumed while the page has %j', async (part) => {
    const page = contents(part)
    expect(await isBoardPainted(page)).toBe(false)
    expect(page.executeJavaScript).not.toHaveBeenCalled()
  })
})
