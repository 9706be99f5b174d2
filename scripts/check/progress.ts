const EVERY_MS = 500

export type ProgressOutput = {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Moves to the first column, `lines` up, and erases from there to the end of the screen. */
const erase = (lines: number): string => (lines === 0 ? '' : `\r\u001b[${lines}A\u001b[J`)

/**
 * Prints lines, and on a terminal keeps below them the lines of what is running, which `running` returns. Elsewhere only
 * the printed lines are written.
 */
export function createProgress(output: ProgressOutput, running: () => readonly string[]) {
  let shown = 0
  const redraw = (text: string): void => {
    const lines = output.isTTY ? running().map((line) => line.slice(0, (output.columns ?? 80) - 1)) : []
    output.write(`${erase(shown)}${text}${lines.map((line) => `${line}\n`).join('')}`)
    shown = lines.length
  }
  const timer = output.isTTY ? setInterval(redraw, EVERY_MS, '') : undefined
  return {
    print: (text: string): void => redraw(`${text}\n`),
    end: (): void => clearInterval(timer),
  }
}
