import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * `npm run lint` fails when a forbidden import is added. The project's own rules check a small project: some files break
 * one rule each (one of them twice), the others contain only permitted imports.
 */

const ROOT = join(import.meta.dirname, '../../..')

/** File → its imports, and the rules that it breaks. A cycle is reported once, at its first file. */
const FORBIDDEN: Readonly<Record<string, { readonly text: string; readonly rules: readonly string[] }>> = {
  'shared/reads-a-file.ts': { text: "import 'node:fs'", rules: ['shared-is-pure'] },
  'shared/draws.ts': { text: "import 'react'", rules: ['shared-is-pure'] },
  'shared/asks-electron.ts': {
    text: "import type { App } from 'electron'\nexport type A = App",
    rules: ['shared-is-pure'],
  },
  'shared/asks-the-core.ts': {
    text: "import type { A } from '../electron/core/core.ts'\nexport type B = A",
    rules: ['shared-is-pure'],
  },
  'renderer/reaches-over.ts': {
    text: "import '../electron/core/core.ts'",
    rules: ['renderer-imports-shared-only'],
  },
  'renderer/reads-a-file.ts': { text: "import 'node:fs'", rules: ['renderer-has-no-node'] },
  'renderer/opens-a-database.ts': { text: "import 'better-sqlite3'", rules: ['renderer-runs-in-a-browser'] },
  'renderer/asks-electron.ts': {
    text: "import { ipcRenderer } from 'electron'",
    rules: ['renderer-runs-in-a-browser'],
  },
  'electron/core/draws.ts': { text: "import 'react'", rules: ['electron-imports-no-screen'] },
  'electron/core/opens-a-window.ts': {
    text: "import { BrowserWindow } from 'electron'\nBrowserWindow.getAllWindows()",
    rules: ['electron-at-the-edge'],
  },
  'electron/composition/knows-the-app.ts': {
    text: "import type { App } from 'electron'\nexport type A = App",
    rules: ['electron-at-the-edge'],
  },
  'electron/sync/looks-up.ts': { text: "import { a } from '../core/core.ts'\na", rules: ['layer-sync'] },
  'electron/sync/knows-above.ts': {
    text: "import type { A } from '../core/core.ts'\nexport type B = A",
    rules: ['layer-sync-types'],
  },
  'electron/storage/calls-out.ts': { text: "import '../platform/client.ts'", rules: ['layer-storage'] },
  'electron/ipc/skips-the-core.ts': { text: "import '../storage/ledger.ts'", rules: ['layer-ipc'] },
  'electron/screens/link/knows-the-network.ts': {
    text: "import type { A } from '../pairing/tls-link.ts'\nexport type B = A",
    rules: ['screens-link'],
  },
  'electron/adds-a-folder.ts': { text: "import './cellar/wine.ts'", rules: ['main-has-a-level'] },
  'electron/shell/composes.ts': { text: "import '../main.ts'", rules: ['layer-shell', 'only-main-composes'] },
  'electron/practice/platform/peeks.ts': {
    text: "import '../../../shared/order/order.ts'",
    rules: ['practice-platform-imports-no-client'],
  },
  'electron/platform/practises.ts': {
    text: "import '../practice/platform/platform.ts'",
    rules: ['layer-platform', 'practice-platform-is-for-practice'],
  },
  'electron/storage/tests-itself.ts': {
    text: "import '../../test/fixtures/tap.ts'",
    rules: ['product-knows-no-tests'],
  },
  'packages/relay/reads-the-ledger.ts': {
    text: "import '../../electron/storage/ledger.ts'",
    rules: ['relay-imports-the-client-alone'],
  },
  'electron/core/asks-the-relay.ts': {
    text: "import '../../packages/relay/relay-clock.ts'",
    rules: ['nothing-imports-the-relay'],
  },
  'electron/core/misspelt.ts': { text: "import './no-such-file.ts'", rules: ['resolvable'] },
  'electron/preload.ts': { text: "import { z } from 'zod'\nz", rules: ['preload-is-thin'] },
  'electron/core/egg.ts': {
    text: "import { hen } from './hen.ts'\nexport const egg = () => hen",
    rules: ['no-cycles'],
  },
  'renderer/setup/step.ts': {
    text: "import type { Wizard } from './wizard.ts'\nexport type Step = Wizard",
    rules: ['no-cycles'],
  },
  'renderer/ticket/knows-the-wall.ts': { text: "import '../wall/lanes.ts'", rules: ['screen-ticket'] },
  'renderer/counter/knows-its-neighbour.ts': { text: "import '../settings/page.ts'", rules: ['screen-counter'] },
  'renderer/store/knows-a-feature.ts': {
    text: "import type { A } from '../wall/lanes.ts'\nexport type B = A",
    rules: ['screen-store'],
  },
  'renderer/wall/composes.ts': { text: "import '../app/app.ts'", rules: ['screen-wall'] },
  'renderer/ui/controls/knows-the-window.ts': { text: "import '../window/parts.ts'", rules: ['screen-ui/controls'] },
  'renderer/adds-a-folder.ts': { text: "import './cellar/wine.ts'", rules: ['screen-has-a-level'] },
}

const PERMITTED: Readonly<Record<string, string>> = {
  'electron/core/hen.ts': "import { egg } from './egg.ts'\nexport const hen = () => egg",
  'renderer/setup/wizard.ts': "import type { Step } from './step.ts'\nexport type Wizard = Step",
  'renderer/app/app.ts': "import '../wall/lanes.ts'\nimport '../store/orders.ts'\nimport '../ui/styles/base.ts'",
  'renderer/wall/lanes.ts':
    "import '../ticket/card.ts'\nimport type { A as O } from '../store/orders.ts'\nexport type A = O",
  'renderer/ticket/card.ts': "import '../store/orders.ts'\nimport '../../shared/order/order.ts'",
  'renderer/store/orders.ts': 'export type A = number',
  'renderer/settings/page.ts': "import '../ui/window/parts.ts'",
  'renderer/ui/window/parts.ts': "import '../controls/button.ts'",
  'renderer/ui/controls/button.ts': "import '../styles/base.ts'",
  'renderer/ui/styles/base.ts': 'export const base = 1',
  'renderer/cellar/wine.ts': 'export const wine = 1',
  'shared/order/order.ts': "import { z } from 'zod'\nexport const order = z.object({})",
  'shared/contract/calls.ts': 'export const CALLS = []',
  'renderer/board.tsx': "import 'react'\nimport '../shared/order/order.ts'\nexport const board = <main />",
  'electron/main.ts':
    "import 'electron'\nimport './shell/window.ts'\nimport './ipc/calls.ts'\nimport './storage/ledger.ts'",
  'electron/shell/window.ts':
    "import { BrowserWindow, type App } from 'electron'\nimport '../logging/log.ts'\nexport type A = App\nBrowserWindow",
  'electron/ipc/calls.ts': "import type { A } from '../storage/ledger.ts'\nimport '../core/core.ts'\nexport type B = A",
  'electron/screens/pairing/tls-link.ts': "import '../../secrets/keychain.ts'\nexport type A = number",
  'electron/secrets/keychain.ts': "import '../storage/ledger.ts'",
  'electron/cellar/wine.ts': 'export const wine = 1',
  'electron/core/core.ts':
    "import type { A as L } from '../storage/ledger.ts'\nimport '../sync/poller.ts'\nexport type A = L\nexport const a = 1",
  'electron/sync/poller.ts': "import '../platform/client.ts'\nimport 'node:timers'",
  'electron/platform/client.ts': "import '../../shared/order/order.ts'",
  'electron/storage/ledger.ts': "import 'better-sqlite3'\nimport '../logging/log.ts'\nexport type A = number",
  'electron/logging/log.ts': 'export const log = 1',
  'electron/practice/platform/platform.ts': "import 'node:crypto'",
  'packages/relay/relay-clock.ts':
    "import '../../electron/platform/client.ts'\nimport '../../electron/logging/log.ts'\nimport '../../shared/order/order.ts'",
  'test/fixtures/tap.ts': "import '../../electron/storage/ledger.ts'",
}

type Violation = { readonly from: string; readonly rule: string }

/** Runs dependency-cruiser with the project's rules in `folder`. */
function cruise(
  folder: string,
  outputType: 'json' | 'err',
): Promise<{ readonly code: number; readonly output: string }> {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = ['--config', join(ROOT, '.dependency-cruiser.mjs')]
  const args = [program, ...config, '--output-type', outputType, 'electron', 'packages', 'renderer', 'shared', 'test']
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }, (error, output) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output })
    })
  })
}

function violationsIn(output: string): readonly Violation[] {
  const { summary } = JSON.parse(output) as { summary: { violations: { from: string; rule: { name: string } }[] } }
  return summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }))
}

describe('the import rules', () => {
  // Inside the project, so that packages are resolved as for the product.
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, '.cache/import-rules-'))
  let found: readonly Violation[]

  beforeAll(async () => {
    const texts = {
      ...PERMITTED,
      ...Object.fromEntries(Object.entries(FORBIDDEN).map(([file, { text }]) => [file, text])),
    }
    for (const [file, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${text}\n`)
    }
    found = violationsIn((await cruise(folder, 'json')).output)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(Object.entries(FORBIDDEN))('refuse the imports of %s', (file, { rules }) => {
    const broken = found.filter(({ from }) => from === file).map(({ rule }) => rule)
    expect(broken.toSorted()).toEqual(rules)
  })

  it('permit all other imports', () => {
    expect(found.filter(({ from }) => from in PERMITTED)).toEqual([])
  })

  it('fail the command with an explanation', async () => {
    const { code, output } = await cruise(folder, 'err')
    expect(code).not.toBe(0)
    expect(output).toContain('error shared-is-pure: shared/reads-a-file.ts → fs')
  })
})
