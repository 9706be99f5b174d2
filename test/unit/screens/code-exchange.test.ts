import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type BothKeys, beginOnScreen, beginOnStation } from '../../../electron/screens/pairing/code-exchange.ts'
import type { Fingerprint } from '../../../electron/screens/pairing/identity.ts'

const key = (digit: string): Fingerprint => digit.repeat(64) as Fingerprint
const KEYS: BothKeys = { station: key('a'), screen: key('b') }

type Side = { readonly code: string; readonly keys: BothKeys }

/** Returns whether each side accepts the proof of the other side. */
async function exchange(screen: Side, station: Side) {
  const onScreen = await beginOnScreen(screen.code, screen.keys)
  const onStation = await beginOnStation(station.code, station.keys, onScreen.share)
  const answer = await onScreen.answer(onStation.share, onStation.confirmation)
  return { screenAgrees: answer !== undefined, stationAgrees: answer !== undefined && onStation.isRight(answer) }
}

it('both sides agree when they use the same code and the same keys', async () => {
  const side = { code: '012345', keys: KEYS }
  expect(await exchange(side, side)).toEqual({ screenAgrees: true, stationAgrees: true })
})

it('needs only names of digests that Electron’s BoringSSL knows', async () => {
  // The library takes its functions from here.
  const createHash = vi.spyOn(process.getBuiltinModule('node:crypto'), 'createHash')
  onTestFinished(() => createHash.mockRestore())
  const side = { code: '012345', keys: KEYS }
  expect(await exchange(side, side)).toMatchObject({ stationAgrees: true })
  expect(createHash.mock.calls.filter(([name]) => name !== 'sha256')).toEqual([])
})

describe('the screen does not agree', () => {
  it.each([
    ['with another code', { code: '012346', keys: KEYS }],
    ['with another key of the station', { code: '012345', keys: { ...KEYS, station: key('c') } }],
    ['with another key of the screen', { code: '012345', keys: { ...KEYS, screen: key('c') } }],
    ['with the keys in exchanged roles', { code: '012345', keys: { station: KEYS.screen, screen: KEYS.station } }],
  ])('%s', async (_name, station) => {
    const agreed = await exchange({ code: '012345', keys: KEYS }, station)
    expect(agreed).toEqual({ screenAgrees: false, stationAgrees: false })
  })
})

it('the station does not agree with a confirmation of another run', async () => {
  const first = await beginOnScreen('012345', KEYS)
  const station = await beginOnStation('012345', KEYS, first.share)
  const recorded = await first.answer(station.share, station.confirmation)
  const later = await beginOnStation('012345', KEYS, first.share)
  expect(recorded).toBeDefined()
  expect(later.isRight(recorded ?? '')).toBe(false)
})

it.each([
  ['nothing but zeros', Buffer.alloc(65)],
  ['a point that is not on the curve', Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)])],
  ['too few bytes', Buffer.alloc(12, 4)],
])('a share that is not a point of the curve is refused: %s', async (_name, share) => {
  await expect(beginOnStation('012345', KEYS, share.toString('base64'))).rejects.toThrow()
})
