import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

/**
 * A class of one folder of `renderer/` never reaches another folder: a class belongs to the folder that styles it, and only this
 * folder uses it. `ui/` has the classes for every folder. `LENT` names the others that cross a border.
 */
const LENT: Readonly<Record<string, readonly string[]>> = {
  app: ['setup', 'setup-buttons', 'setup-card'],
  wall: [
    'header',
    'header-button',
    'header-row',
    'header-space',
    'header-words',
    'orders-above',
    'page',
    'station-choice',
    'tab',
    'view-button',
    'view-switch',
    'view-words',
    'wizard',
    'announcement-chip',
    'announcement-chips',
    'announcement-words',
    'announcements',
    'unbroken',
    'tab-count',
  ],
  settings: ['settings-outcome', 'settings-state'],
  setup: ['wizard-overlay'],
  ticket: [
    ...['act', 'act-primary', 'card-open', 'fact', 'failure', 'head-step', 'measured', 'messages', 'note'],
    ...['option-name', 'preview', 'sided', 'stop-button', 'ticket'],
  ],
}

const ROOT = join(import.meta.dirname, '../../../renderer')
const BASE = 'ui'

type Node = { readonly type: string; readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode)

const wordsOf = (text: unknown): readonly string[] =>
  typeof text === 'string' ? text.split(/\s+/).filter(Boolean) : []

/** The words of all texts inside an attribute `className`. */
function classWords(node: Node, isInside: boolean): readonly string[] {
  const { name, value } = node
  const isAttribute = node.type === 'JSXAttribute' && isNode(name) && name.name === 'className'
  const own = isInside && node.type === 'Literal' ? wordsOf(value) : []
  const cooked =
    isInside && node.type === 'TemplateElement' && typeof value === 'object' && value !== null && 'cooked' in value
      ? wordsOf(value.cooked)
      : []
  return [...own, ...cooked, ...childrenOf(node).flatMap((child) => classWords(child, isInside || isAttribute))]
}

const folderOf = (file: string): string => file.split('/')[0] ?? ''
const classesIn = (selector: string): readonly string[] =>
  [...selector.matchAll(/\.([a-z][\w-]*)/g)].flatMap(([, name]) => name ?? [])

/** The selectors of a sheet, without what stands in their blocks. A selector inside a block is one of its own. */
const selectorsOf = (sheet: string): readonly string[] =>
  sheet
    .replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')
    .split('{')
    .map((piece) => piece.split(/[;}]/).at(-1)?.trim() ?? '')
    .filter((selector) => selector !== '' && !selector.startsWith('@'))

/** The alternatives of a selector: `.a, .b:is(.c, .d)` has two. */
function alternativesOf(selector: string): readonly string[] {
  const found: string[] = []
  let depth = 0
  let begin = 0
  for (const [at, sign] of [...selector].entries()) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) {
      found.push(selector.slice(begin, at))
      begin = at + 1
    }
  }
  return [...found, selector.slice(begin)]
}

type Uses = ReadonlyMap<string, ReadonlySet<string>>

/** By class, the folders in which `namesIn` finds it. */
function foldersOf(pattern: string, namesIn: (file: string, text: string) => readonly string[]): Uses {
  const found = new Map<string, Set<string>>()
  for (const file of globSync(pattern, { cwd: ROOT })) {
    for (const name of namesIn(file, readFileSync(join(ROOT, file), 'utf8'))) {
      found.set(name, (found.get(name) ?? new Set()).add(folderOf(file)))
    }
  }
  return found
}

const styled = foldersOf('*/**/*.css', (_, sheet) => selectorsOf(sheet).flatMap(classesIn))
const used = foldersOf('*/**/*.tsx', (file, code) => classWords({ ...parseSync(file, code).program }, false))
const lent = new Set(Object.values(LENT).flat())
const isOfBase = (name: string): boolean => styled.get(name)?.has(BASE) === true && !lent.has(name)

/** The classes that folders share, with these folders. */
const shared = new Map(
  [...styled].flatMap(([name, folders]) => {
    const all = new Set([...folders, ...(used.get(name) ?? [])])
    return isOfBase(name) || all.size === 1 ? [] : [[name, [...all].sort().join(' ')] as const]
  }),
)

it('a class is styled and used in one folder, or is lent', () => {
  expect([...shared].filter(([name]) => !lent.has(name)).map(([name, folders]) => `${name}: ${folders}`)).toEqual([])
})

it('a class is lent only by a folder that styles it, and only if another folder has it', () => {
  const idle = Object.entries(LENT).flatMap(([folder, names]) =>
    names.filter((name) => !shared.has(name) || styled.get(name)?.has(folder) !== true),
  )
  expect(idle).toEqual([])
})

it('a class of every folder is styled in one folder only together with a class or an attribute of this folder', () => {
  const bare = globSync('*/**/*.css', { cwd: ROOT })
    .filter((file) => folderOf(file) !== BASE)
    .flatMap((file) =>
      selectorsOf(readFileSync(join(ROOT, file), 'utf8'))
        .flatMap(alternativesOf)
        .filter((selector) => classesIn(selector).length > 0 && classesIn(selector).every(isOfBase))
        .filter((selector) => !/\[data-|&/.test(selector))
        .map((selector) => `${file}: ${selector.trim()}`),
    )
  expect(bare).toEqual([])
})
