import { stripVTControlCharacters } from 'node:util'

const REASON_LINES = 25

/** The first lines of an error, without colours. */
export const reasonOf = (message = ''): string =>
  stripVTControlCharacters(message).split('\n').slice(0, REASON_LINES).join('\n').trimEnd()

/** A title as a pattern of vitest's option `-t`, quoted for a shell. */
export const testPattern = (title: string): string =>
  `'^${title.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll("'", '.')}$'`
