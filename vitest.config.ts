import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SHORT_WINDOWS, setHostBrowser } from './scripts/check/chromium-of-tests.ts'
import { setCompileCache } from './scripts/check/compile-cache.ts'

const CORES = availableParallelism()

/** A test or hook that takes longer hangs. Several times what each needs, because a busy machine is several times slower. */
const HANG_MS = 180_000

setHostBrowser()
setCompileCache()

/** They compare real times with bounds of a second or less, or count processor time: nothing may run beside them. */
const MEASURING = ['test/integration/way-in/backlog.test.ts']
const MEASURING_FAULTS = ['test/faults/flood.test.ts']
/** They compare real times with longer bounds: one other file of this list may run beside each. */
const TIMED = ['test/integration/webhook/receiver.test.ts', 'test/faults/kill.test.ts']
/** They replace modules: each needs a process in which no other file has loaded those modules. */
const MOCKING = [
  'test/unit/ipc/preload.test.ts',
  'test/unit/secrets/provision-file.test.ts',
  'test/unit/shell/print-window.test.ts',
  'test/unit/shell/start.test.ts',
]
const MOCKING_INTEGRATION = ['test/integration/updates/install.test.ts']

/** The longest files, by their processor time and their waiting: one that starts last leaves the other workers idle. */
const LONG = [
  'test/integration/renderer/settings.test.ts',
  'test/integration/way-out/taps.test.ts',
  'test/integration/renderer/alarm.test.ts',
  'test/integration/renderer/alarm-header.test.ts',
  'test/integration/renderer/lock.test.ts',
  'test/integration/network/chaos.test.ts',
  'test/integration/renderer/keyboard.test.ts',
  'test/integration/renderer/kitchen-view.test.ts',
  'test/integration/renderer/looks.test.ts',
  'test/integration/renderer/counter-layout.test.ts',
  'test/integration/headless/station-move.test.ts',
  'test/integration/way-out/verdict-machine.test.ts',
  'test/integration/renderer/board.test.ts',
  'test/integration/renderer/screen-choices.test.ts',
  'test/integration/storage/damaged-ledger.test.ts',
  'test/integration/storage/retention.test.ts',
  'test/integration/way-in/arrival.test.ts',
  'test/integration/network/cadence.test.ts',
  'test/integration/way-in/unreadable.test.ts',
  'test/integration/renderer/same-picture.test.ts',
  'test/integration/pairing/flood.test.ts',
  'test/integration/auth/shift.test.ts',
  'test/integration/renderer/unattended-dialog.test.ts',
  'test/integration/network/upkeep-cadence.test.ts',
  'test/integration/fleet/recovery.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONG.indexOf(relative(import.meta.dirname, moduleId))
      return rank === -1 ? LONG.length : rank
    }
    const others = await super.sort(files)
    return others.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

/** Connects the unchanged suites under test/integration to a relay in front of the practice platform. */
const PLATFORM_BEHIND_RELAY: Plugin = {
  name: 'platform-behind-relay',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/fixtures/rehearsal/recorded-platform.ts') && importer?.includes('/test/integration/')
      ? join(import.meta.dirname, 'test/relay/platform-behind-relay.ts')
      : undefined,
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    // As for a test: by default a poll has a second.
    expect: { poll: { timeout: 30_000 } },
    // `npm run coverage`: the folders whose figures docs/reliability.md quotes.
    coverage: {
      include: ['electron/{sync,storage,platform,station}/**/*.ts', 'shared/lifecycle.ts'],
      reporter: [['text', { skipFull: true }]],
      reportOnFailure: true,
      thresholds: {
        'electron/sync/**': { branches: 95 },
        'electron/storage/**': { branches: 95 },
        'electron/platform/**': { branches: 95 },
        'electron/station/**': { branches: 95 },
        'shared/lifecycle.ts': { branches: 95 },
      },
    },
    // By itself vitest leaves one core free. Groups run one after the other: projects of one group share their workers.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          exclude: MOCKING,
          // A process and its modules serve all files: with new ones for each, loading costs more than the tests.
          isolate: false,
          maxWorkers: CORES,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-mocking',
          include: MOCKING,
          maxWorkers: CORES,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: [...MEASURING, ...TIMED, ...MOCKING_INTEGRATION],
          // As in `unit`. The files about the window also share a browser for each process.
          isolate: false,
          globalSetup: 'test/fixtures/board-harness/build-once.ts',
          env: SHORT_WINDOWS,
          // A third of their time is waiting: for windows, for polls and for the disk.
          maxWorkers: Math.ceil(1.5 * CORES),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration-mocking',
          include: MOCKING_INTEGRATION,
          maxWorkers: Math.ceil(1.5 * CORES),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration-measuring',
          include: MEASURING,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        plugins: [PLATFORM_BEHIND_RELAY],
        test: {
          name: 'chain',
          // The suites of the platform client and the strict checks run a second time: here the platform is a relay.
          include: [
            'test/relay/**/*.test.ts',
            'test/integration/platform/{rehearsal,discovery}.test.ts',
            'test/integration/rehearsal/protocol.test.ts',
          ],
          globalSetup: ['test/relay/global-setup.ts'],
          // As in `unit`.
          isolate: false,
          maxWorkers: CORES,
          sequence: { groupOrder: 7 },
        },
      },
      {
        extends: true,
        test: {
          name: 'histories',
          include: ['test/histories/**/*.test.ts'],
          maxConcurrency: 2,
          // Each of its tests starts processes for all cores.
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          exclude: [...MEASURING_FAULTS, ...TIMED],
          maxWorkers: CORES,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults-measuring',
          include: MEASURING_FAULTS,
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          include: TIMED,
          maxWorkers: CORES,
          sequence: { groupOrder: 8 },
        },
      },
      {
        extends: true,
        test: {
          name: 'electron-host',
          include: ['test/electron-host/tests/**/*.test.ts'],
          maxWorkers: CORES,
          sequence: { groupOrder: 6 },
        },
      },
    ],
  },
})
