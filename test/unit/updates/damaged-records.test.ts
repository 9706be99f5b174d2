import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { beginStart, givenUpFile, MAX_STARTS, readTrial, writeTrial } from '../../../electron/updates/trial.ts'
import { readUpdateRecord, writeUpdateRecord } from '../../../electron/updates/update-record.ts'

const folder = mkdtempSync(join(tmpdir(), 'comanda-damaged-records-'))
const file = join(folder, 'record.json')
afterEach(() => {
  for (const path of [file, `${file}.copy`, givenUpFile(file)]) rmSync(path, { recursive: true, force: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const RUBBISH = [
  '',
  '{',
  '\0'.repeat(64),
  'null',
  '[]',
  '"text"',
  '1e999',
  '[[[[',
  '\ud800',
  '{"__proto__":1}',
] as const

describe('the record of updates', () => {
  test.each(RUBBISH)('counts as empty when it is %j', (content) => {
    writeFileSync(file, content)
    expect(readUpdateRecord(file)).toEqual({})
  })

  test.each(RUBBISH)('keeps the failed version when the file is %j', (content) => {
    writeUpdateRecord(file, { checkedAt: 5, failedVersion: '1.2.0' })
    writeFileSync(file, content)
    expect(readUpdateRecord(file)).toEqual({ checkedAt: 5, failedVersion: '1.2.0' })
  })

  test.each([
    ['its file', ''],
    ['its copy', '.copy'],
  ])('is written again at the next start when %s is damaged', (_, end) => {
    writeUpdateRecord(file, { failedVersion: '1.2.0' })
    const written = readFileSync(file, 'utf8')
    writeFileSync(`${file}${end}`, '{')
    expect(readUpdateRecord(file)).toEqual({ failedVersion: '1.2.0' })
    expect([readFileSync(file, 'utf8'), readFileSync(`${file}.copy`, 'utf8')]).toEqual([written, written])
  })

  test('keeps the failed version when a character of it has changed', () => {
    writeUpdateRecord(file, { failedVersion: '1.2.0' })
    writeFileSync(file, readFileSync(file, 'utf8').replace('1.2.0', '1.3.0'))
    expect(readUpdateRecord(file)).toEqual({ failedVersion: '1.2.0' })
  })

  test.each(['null', '"text"', '{}', '1e999', '-1', '9e15', '1e300'])(
    'keeps the failed version, so that it is not installed again, when the time is %s',
    (checkedAt) => {
      writeFileSync(file, `{"checkedAt":${checkedAt},"failedVersion":"1.2.0"}`)
      expect(readUpdateRecord(file)).toEqual({ failedVersion: '1.2.0' })
    },
  )

  test.each(['null', '7', '["1.2.0"]'])('keeps the time of the last check when the failed version is %s', (version) => {
    writeFileSync(file, `{"checkedAt":5,"failedVersion":${version}}`)
    expect(readUpdateRecord(file)).toEqual({ checkedAt: 5 })
  })
})

describe('the trial of a new version', () => {
  test.each(RUBBISH)('does not exist when its file is %j', (content) => {
    writeFileSync(file, content)
    expect(beginStart(file, '2')).toEqual({ kind: 'none' })
  })

  test.each(['null', '"1"', '-1', '-1000000', '0.5', '1e15', '1e300', '1e999'])(
    'ends after the allowed starts when their number is %s',
    (starts) => {
      writeFileSync(file, `{"version":"2","previousVersion":"1","previous":"/kept","starts":${starts}}`)
      const kinds = Array.from({ length: MAX_STARTS + 1 }, () => beginStart(file, '2').kind)
      expect(kinds.at(-1)).toBe('exhausted')
      expect(readTrial(file)).toMatchObject({ version: '2', previousVersion: '1', previous: '/kept' })
    },
  )

  const trial = { version: '2', previousVersion: '1', previous: '/kept', starts: 0 }

  test.each(RUBBISH)('continues when its file is %j, and the file is written again', (content) => {
    writeTrial(file, trial)
    writeFileSync(file, content)
    expect(beginStart(file, '2')).toEqual({ kind: 'trying', trial: { ...trial, starts: 1 } })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ...trial, starts: 1 })
  })

  test('counts as failed also when the file that the guard renamed is damaged', () => {
    writeTrial(file, { ...trial, starts: 2 })
    rmSync(file)
    writeFileSync(givenUpFile(file), '{')
    expect(beginStart(file, '1')).toEqual({ kind: 'returned', failedVersion: '2' })
    expect(beginStart(file, '1')).toEqual({ kind: 'none' })
  })

  test('is not continued from its copy after the guard has ended it', () => {
    writeTrial(file, { ...trial, starts: 2 })
    writeFileSync(givenUpFile(file), readFileSync(file))
    rmSync(file)
    expect(beginStart(file, '2')).toEqual({ kind: 'none' })
  })
})
