import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { it, type TestContext } from 'vitest'

const WATCH = pathToFileURL(resolve(import.meta.dirname, '../../../electron/liveness/loop-watch.ts')).href
/** A twentieth of the real one: the program is ended after one second without a sign. */
const TICK_MS = 50

type Test = Pick<TestContext, 'onTestFinished'>

function setUp({ onTestFinished }: Test) {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A program with a watched main loop, which runs `code`. */
function start(
  folder: string,
  code: string,
  { onTestFinished }: Test,
): { readonly child: ChildProcess; readonly lines: string[] } {
  const program = `
    import { existsSync, writeFileSync } from 'node:fs'
    import { startLoopWatch } from ${JSON.stringify(WATCH)}
    const at = (name) => ${JSON.stringify(folder)} + '/' + name
    const nextStart = { command: '/bin/sh', args: ['-c', 'echo again > "$TARGET"'], env: { TARGET: at('next') } }
    const watch = startLoopWatch({ onNoThread: console.error, markFile: at('mark'), nextStart, tickMs: ${TICK_MS}, silentStartTicks: 60 })
    const spin = (ms) => { for (const end = performance.now() + ms; performance.now() < end; ); }
    ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  return { child, lines }
}

/** The programs mostly wait, so the tests run side by side. */
const endOf = async (child: ChildProcess) => {
  await once(child, 'close')
  return child.signalCode ?? child.exitCode
}

it.concurrent('ends a program whose main loop stands, marks the hang, and starts the next one', async ({
  expect,
  onTestFinished,
}) => {
  const folder = setUp({ onTestFinished })
  writeFileSync(join(folder, 'mark'), '{"orderId":"4817"}\nrest of a longer line')
  const { child, lines } = start(folder, 'watch.arm(); setTimeout(() => { for (;;); }, 300)', { onTestFinished })
  expect(await endOf(child)).toBe('SIGKILL')
  expect(lines.join('')).toContain('the main loop stood')
  expect(readFileSync(join(folder, 'mark'), 'utf8').split('\n')[0]).toBe('{"orderId":"4817","isHung":true}')
  await expect.poll(() => existsSync(join(folder, 'next'))).toBe(true)
})

it.concurrent('ends a start that hangs, later than a program that has started', async ({ expect, onTestFinished }) => {
  const folder = setUp({ onTestFinished })
  writeFileSync(join(folder, 'mark'), '\n')
  const { child, lines } = start(folder, `spin(1_500); console.log('repaired'); for (;;);`, { onTestFinished })
  expect(await endOf(child)).toBe('SIGKILL')
  expect(lines.join('')).toMatch(/^repaired\n/)
  expect(readFileSync(join(folder, 'mark'), 'utf8')).toBe('{"isHung":true}\n')
})

it.concurrent('marks a hang outside of any order too', async ({ expect, onTestFinished }) => {
  const folder = setUp({ onTestFinished })
  writeFileSync(join(folder, 'mark'), '\n')
  const { child } = start(folder, 'watch.arm(); for (;;);', { onTestFinished })
  expect(await endOf(child)).toBe('SIGKILL')
  expect(readFileSync(join(folder, 'mark'), 'utf8')).toBe('{"isHung":true}\n')
})

it.concurrent('does not end a program that is busy in pieces, that makes progress, or that was not armed yet', async ({
  expect,
  onTestFinished,
}) => {
  const folder = setUp({ onTestFinished })
  const { child, lines } = start(
    folder,
    `spin(1_500)
    watch.arm()
    for (let step = 0; step < 30; step += 1) { spin(60); watch.beat() }
    for (let turn = 0; turn < 5; turn += 1) { spin(400); await new Promise((done) => setTimeout(done, 60)) }
    console.log('worked')
    watch.stop()`,
    { onTestFinished },
  )
  expect([await endOf(child), lines.join('')]).toEqual([0, 'worked\n'])
})

it.concurrent('does not end a program that slept', async ({ expect, onTestFinished }) => {
  const folder = setUp({ onTestFinished })
  const { child, lines } = start(
    folder,
    `watch.arm()
    console.log('ready')
    const wake = setInterval(() => {
      if (!existsSync(at('awake'))) return
      clearInterval(wake)
      setTimeout(() => { console.log('worked'); watch.stop() }, 500)
    }, 20)`,
    { onTestFinished },
  )
  await expect.poll(() => lines.join('')).toBe('ready\n')
  child.kill('SIGSTOP')
  // Another program of the same length of time: no fixed pause decides.
  const other = start(folder, 'watch.stop(); spin(2_500)', { onTestFinished }).child
  await endOf(other)
  writeFileSync(join(folder, 'awake'), '')
  child.kill('SIGCONT')
  expect([await endOf(child), lines.join('')]).toEqual([0, 'ready\nworked\n'])
})

it.concurrent('does not keep a program from ending', async ({ expect, onTestFinished }) => {
  const { child } = start(setUp({ onTestFinished }), 'watch.arm()', { onTestFinished })
  expect(await endOf(child)).toBe(0)
})
