import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type BothKeys, beginOnMain, beginOnScreen } from '../../../electron/screens/pairing/code-exchange.ts'
import type { Fingerprint } from '../../../electron/screens/pairing/identity.ts'

const key = (digit: string): Fingerprint => digit.repeat(64) as Fingerprint
const KEYS: BothKeys = { main: key('a'), screen: key('b') }

type Side = { readonly code: string; readonly keys: BothKeys }

/** Returns whether each side accepts the proof of the other side. */
async function exchange(screen: Side, main: Side) {
  const onScreen = await beginOnScreen(screen.code, screen.keys)
  const onMain = await beginOnMain(main.code, main.keys, onScreen.share)
  const answer = await onScreen.answer(onMain.share, onMain.confirmation)
  return { screenAgrees: answer !== undefined, mainAgrees: answer !== undefined && onMain.isRight(answer) }
}

it('both sides agree when they use the same code and the same keys', async () => {
  const side = { code: '012345', keys: KEYS }
  expect(await exchange(side, side)).toEqual({ screenAgrees: true, mainAgrees: true })
})

it('needs only names of digests that Electron’s BoringSSL knows', async () => {
  // The library takes its functions from here.
  const createHash = vi.spyOn(process.getBuiltinModule('node:crypto'), 'createHash')
  onTestFinished(() => createHash.mockRestore())
  const side = { code: '012345', keys: KEYS }
  expect(await exchange(side, side)).toMatchObject({ mainAgrees: true })
  expect(createHash.mock.calls.filter(([name]) => name !== 'sha256')).toEqual([])
})

describe('the screen does not agree', () => {
  it.each([
    ['with another code', { code: '012346', keys: KEYS }],
    ['with another key of the main computer', { code: '012345', keys: { ...KEYS, main: key('c') } }],
    ['with another key of the screen', { code: '012345', keys: { ...KEYS, screen: key('c') } }],
    ['with the keys in exchanged roles', { code: '012345', keys: { main: KEYS.screen, screen: KEYS.main } }],
  ])('%s', async (_name, main) => {
    const agreed = await exchange({ code: '012345', keys: KEYS }, main)
    expect(agreed).toEqual({ screenAgrees: false, mainAgrees: false })
  })
})

it('the main computer does not agree with a confirmation of another run', async () => {
  const first = await beginOnScreen('012345', KEYS)
  const main = await beginOnMain('012345', KEYS, first.share)
  const recorded = await first.answer(main.share, main.confirmation)
  const later = await beginOnMain('012345', KEYS, first.share)
  expect(recorded).toBeDefined()
  expect(later.isRight(recorded ?? '')).toBe(false)
})

it.each([
  ['nothing but zeros', Buffer.alloc(65)],
  ['a point that is not on the curve', Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)])],
  ['too few bytes', Buffer.alloc(12, 4)],
])('a share that is not a point of the curve is refused: %s', async (_name, share) => {
  await expect(beginOnMain('012345', KEYS, share.toString('base64'))).rejects.toThrow()
})
