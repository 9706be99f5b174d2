import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/**
 * Refuses assertions of browser tests that do not wait, and pauses: a page handles an input after the call has returned.
 * TESTING.md, "Browser tests", shows the permitted forms. A step of `npm test`.
 */

const FILES = '{test/{e2e,faults,fixtures,integration},packages/electron-host}/**/!(*.soak).ts'
const USES_BROWSER = /@playwright\/test|board-for-tests|headless-chromium|served-paper|'\.\/kitchen\.ts'/

/** Methods of a locator that read it once. */
const LOCATOR_READS = [
  ...['count', 'textContent', 'innerText', 'innerHTML', 'allTextContents', 'allInnerTexts', 'getAttribute'],
  ...['inputValue', 'boundingBox', 'ariaSnapshot', 'isVisible', 'isHidden', 'isEnabled', 'isDisabled', 'isChecked'],
]
/** A function in the page can also be a command, but in the tests of the board alone it almost always reads. */
const EVALUATIONS = ['evaluate', 'evaluateAll']
/** A function with one of these acts on the page, so it is a command whose answer comes once. */
const ACTS = /\b(open|push|click|tap|press|fill|type)\(/
/** They repeat their callback until its assertions hold. */
const WAITS = /(^|\.)(eventually|poll|waitFor)$/

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode)
const partOf = (node: Node | undefined, key: string): Node | undefined => {
  const value = node?.[key]
  return isNode(value) ? value : undefined
}
const nameOf = (node: Node | undefined): string => (typeof node?.name === 'string' ? node.name : '')
const isFunction = ({ type }: Node): boolean => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'
const isAwait = ({ type }: Node): boolean => type === 'AwaitExpression'

/** Whether `check` holds for the node or a part of it, without the functions that it contains. */
const contains = (node: Node, check: (part: Node) => boolean): boolean =>
  check(node) || (!isFunction(node) && childrenOf(node).some((child) => contains(child, check)))
/** The names that a pattern declares: `a`, `b` and `c` of `{ a, x: [b, c] }`. */
const namesIn = (pattern: Node): readonly string[] => {
  if (pattern.type === 'Identifier') return [nameOf(pattern)]
  const value = pattern.type === 'Property' ? partOf(pattern, 'value') : undefined
  return value ? namesIn(value) : childrenOf(pattern).flatMap(namesIn)
}

/** @returns the faults in the text of a browser test, each with its line */
export function faultsIn(text: string, ofBoardAlone = false): readonly { line: number; fault: string }[] {
  const reads = new Set(ofBoardAlone ? [...LOCATOR_READS, ...EVALUATIONS] : LOCATOR_READS)
  const wordsOf = (node: Node | undefined): string => (node ? text.slice(node.start, node.end) : '')
  const faults: { line: number; fault: string }[] = []
  const report = (node: Node, fault: string): void => {
    faults.push({ line: text.slice(0, node.start).split('\n').length, fault })
  }

  const root: Node = { ...parseSync('test.ts', text).program }
  /** The functions of this file that read the page: `const cards = () => page.locator(…).count()`. */
  const readers = new Set(['calls', 'callsOf'])
  const isRead = (node: Node): boolean => {
    const callee = node.type === 'CallExpression' ? partOf(node, 'callee') : undefined
    return reads.has(nameOf(partOf(callee, 'property'))) || readers.has(nameOf(callee))
  }
  const collectReaders = (node: Node): void => {
    const value = node.type === 'VariableDeclarator' ? partOf(node, 'init') : undefined
    const body = value && isFunction(value) ? partOf(value, 'body') : undefined
    const name = nameOf(partOf(node, 'id'))
    if (body && !ACTS.test(wordsOf(body)) && contains(body, isRead)) readers.add(name)
    for (const child of childrenOf(node)) collectReaders(child)
  }
  // A reader can call a reader that is declared after it.
  for (let known = 0; known < readers.size; ) {
    known = readers.size
    collectReaders(root)
  }
  const isAwaitedRead = (node: Node): boolean => {
    const awaited = isAwait(node) ? partOf(node, 'argument') : undefined
    return awaited !== undefined && !WAITS.test(wordsOf(partOf(awaited, 'callee'))) && contains(awaited, isRead)
  }

  /**
   * @param old the names whose values were read before
   * @param isRepeated in a function that is called again until its assertions hold
   * @param isAwaited in an awaited expression: Playwright's own assertions, or `resolves`
   */
  const visit = (node: Node, old: Set<string>, isRepeated: boolean, isAwaited: boolean): void => {
    const isOldPart = (part: Node): boolean => isAwaitedRead(part) || old.has(nameOf(part))
    const opensScope = node.type === 'BlockStatement' || node.type === 'ForOfStatement' || isFunction(node)
    const own = opensScope ? new Set(old) : old
    const callee = node.type === 'CallExpression' ? partOf(node, 'callee') : undefined
    const [subject] = callee && Array.isArray(node.arguments) ? node.arguments.filter(isNode) : []
    if (nameOf(partOf(callee, 'property')) === 'waitForTimeout') report(node, 'A pause. Wait for a state.')
    if (nameOf(callee) === 'expect' && subject && !isFunction(subject) && !isRepeated) {
      if (contains(subject, isAwait)) report(node, 'This does not wait. Use expect.poll, eventually or resolves.')
      else if (contains(subject, isRead)) report(node, 'This reads the page once. Use expect.poll.')
      else if (!isAwaited && contains(subject, (part) => old.has(nameOf(part))))
        report(node, 'This value was read before. Read it in expect.poll or eventually.')
    }
    if (node.type === 'ForOfStatement') {
      const [left, right] = [partOf(node, 'left'), partOf(node, 'right')]
      if (left && right && contains(right, isOldPart)) for (const name of namesIn(left)) own.add(name)
    }
    if (node.type === 'VariableDeclarator') {
      const [id, init] = [partOf(node, 'id'), partOf(node, 'init')]
      const isOld = init && contains(init, isOldPart)
      if (id && init) for (const name of namesIn(id)) isOld ? old.add(name) : old.delete(name)
    }
    const isOfPlaywright = nameOf(callee) === 'expect' && subject !== undefined && isFunction(subject)
    const repeats = isRepeated || isOfPlaywright || WAITS.test(wordsOf(callee))
    const awaits = isAwait(node) || (isAwaited && !isFunction(node))
    for (const child of childrenOf(node)) visit(child, own, repeats, awaits)
  }
  visit(root, new Set(), false, false)
  return faults
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..')
  const found = globSync(FILES, { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const isOfBoard = file.includes('integration/renderer/')
    if (!USES_BROWSER.test(text)) return []
    return faultsIn(text, isOfBoard).map(({ line, fault }) => `${file}:${line} ${fault}`)
  })
  for (const fault of found) console.error(fault)
  process.exitCode = found.length > 0 ? 1 : 0
}
