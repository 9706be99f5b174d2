import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageFolderOf } from '../../../scripts/notices/bundled-packages.ts'
import { composeNotices } from '../../../scripts/notices/compose-notices.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

describe('the third-party notices', () => {
  const composed = composeNotices(ROOT)

  it('are up to date: after a change of the bundled code, `npm run notices` writes them again', () => {
    expect(readFileSync(join(ROOT, 'THIRD_PARTY_NOTICES.txt'), 'utf8')).toBe(composed)
  })

  it.each([
    ['the font', '@fontsource-variable/atkinson-hyperlegible-next', 'SIL OPEN FONT LICENSE Version 1.1'],
    ['a native module', 'better-sqlite3', 'MIT'],
    ['a native module under another name', '@github/keytar', 'MIT'],
    ['code of the window', 'react-dom', 'MIT'],
    ['code of the main process', 'builder-util-runtime', 'MIT'],
  ])('contain %s', (_what, name, licence) => {
    const sections = composed.split('\n## ').filter((section) => section.includes(`- ${name} `))
    expect(sections).toHaveLength(1)
    expect(sections[0]).toContain(licence)
  })

  it('name no tool that is not shipped', () => {
    for (const name of ['vite ', 'vitest ', '@playwright/test ', 'electron-builder ']) {
      expect(composed).not.toContain(`- ${name}`)
    }
  })
})

it('a file belongs to the innermost package of its path', () => {
  expect(packageFolderOf('/a/node_modules/zod/v4/index.js')).toBe('/a/node_modules/zod')
  expect(packageFolderOf('/a/node_modules/@x/y/node_modules/@z/w/i.js?used')).toBe(
    '/a/node_modules/@x/y/node_modules/@z/w',
  )
  expect(packageFolderOf('/a/renderer/main.tsx')).toBeUndefined()
})
