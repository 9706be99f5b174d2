import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startGuard } from '../../../electron/shell/trial-guard.ts'

const END_LIMIT = { timeout: 20_000, interval: 20 }

describe.runIf(process.platform === 'linux')('the guard of a new version', () => {
  let folder = ''
  let file = ''
  let previous = ''
  let trialFile = ''
  let starts = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'comanda-guard-'))
    // Quotes, blanks, a variable and a command.
    const place = join(folder, `it's $HOME "a" \`touch ran\``)
    mkdirSync(place)
    file = join(place, 'Comanda.AppImage')
    previous = join(place, '.Comanda.AppImage.previous')
    trialFile = join(place, 'update-trial.json')
    starts = join(folder, 'starts')
    writeFileSync(trialFile, '{}')
    program(previous, 'old', 'exit 0')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** A program that records its start and its arguments, and then runs this script. */
  function program(path: string, name: string, body: string): void {
    const script = `#!/bin/sh\necho "${name} \${COMANDA_TRIAL_GUARDED-alone} \${COMANDA_TRIAL_FILE-clean} $*" >> "$STARTS"\n${body}\n`
    writeFileSync(path, script)
    chmodSync(path, 0o755)
  }
  const guard = (startsLeft = 2, waitFor: readonly number[] = []): boolean =>
    startGuard({
      start: {
        appImage: file,
        args: ['--user-data-dir=/a b'],
        waitFor,
        env: { PATH: process.env.PATH, STARTS: starts, TRIAL: trialFile },
      },
      trialFile,
      previous,
      startsLeft,
      limitMs: 500,
    })
  const noted = (): string[] => (existsSync(starts) ? readFileSync(starts, 'utf8').trim().split('\n') : [])
  const ARGS = '--user-data-dir=/a b'

  it('starts a version twice that crashes, then restores the previous file and starts it', async () => {
    program(file, 'new', 'exit 3')
    const old = readFileSync(previous, 'utf8')
    expect(guard()).toBe(true)
    await expect
      .poll(noted, END_LIMIT)
      .toEqual([`new 1 clean ${ARGS}`, `new 1 clean ${ARGS}`, `old alone clean ${ARGS}`])
    expect(readFileSync(file, 'utf8')).toBe(old)
    expect(existsSync(previous)).toBe(false)
    expect([existsSync(trialFile), existsSync(`${trialFile}.failed`)]).toEqual([false, true])
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })

  it('ends a version that hangs, and counts the start as failed', async () => {
    program(file, 'new', 'echo $$ >> "$STARTS.pids"; exec sleep 600')
    guard()
    await expect.poll(() => noted().at(-1), END_LIMIT).toBe(`old alone clean ${ARGS}`)
    for (const pid of readFileSync(`${starts}.pids`, 'utf8').trim().split('\n')) {
      expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
    }
  })

  it('does not end a version that paints its board at the second start', async () => {
    program(
      file,
      'new',
      '[ -e "$STARTS.once" ] || { touch "$STARTS.once"; exit 1; }\nrm "$TRIAL"; sleep 1; echo lives >> "$STARTS"',
    )
    guard()
    await expect.poll(() => noted().at(-1), END_LIMIT).toBe('lives')
    expect(noted()).toEqual([`new 1 clean ${ARGS}`, `new 1 clean ${ARGS}`, 'lives'])
    expect(existsSync(previous)).toBe(true)
  })
})
