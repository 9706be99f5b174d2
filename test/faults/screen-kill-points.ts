import type { Toxic } from '../fixtures/chaos-proxy.ts'
import type { TapStep } from './screen-kill-messages.ts'

type Victim = 'screen' | 'core' | 'both'

/**
 * The process that is killed, and the time. `alone`: the main computer is already killed, and the screen is killed when
 * its tap is stored. `any-time`: at a random time after the tap.
 */
export type ScreenKillPoint = { readonly step: TapStep | 'alone' | 'any-time'; readonly victim: Victim }

/** Every step of a tap, alternating between the two sides. The first sixteen kills use each step once. */
export const SCREEN_KILL_POINTS: readonly ScreenKillPoint[] = [
  { step: 'kept', victim: 'screen' },
  { step: 'stored', victim: 'core' },
  { step: 'verdict', victim: 'screen' },
  { step: 'arrived', victim: 'core' },
  { step: 'sent', victim: 'screen' },
  { step: 'answered', victim: 'core' },
  { step: 'settled', victim: 'screen' },
  { step: 'post-arrived', victim: 'core' },
  { step: 'alone', victim: 'screen' },
  { step: 'post-answered', victim: 'core' },
  { step: 'tapped', victim: 'screen' },
  { step: 'any-time', victim: 'core' },
  { step: 'undo-sent', victim: 'screen' },
  { step: 'stored', victim: 'both' },
  { step: 'any-time', victim: 'screen' },
  { step: 'sent', victim: 'core' },
  { step: 'stored', victim: 'screen' },
  { step: 'verdict', victim: 'core' },
  { step: 'undo-sent', victim: 'core' },
  { step: 'post-answered', victim: 'screen' },
  { step: 'kept', victim: 'core' },
  { step: 'arrived', victim: 'screen' },
  { step: 'post-arrived', victim: 'both' },
  { step: 'answered', victim: 'screen' },
  { step: 'tapped', victim: 'both' },
  { step: 'settled', victim: 'core' },
  { step: 'post-arrived', victim: 'screen' },
  { step: 'any-time', victim: 'both' },
]

/** The fault of the connection between screens and main computer, in turn. Half of the kills have no fault. */
export const LINES: readonly { readonly name: string; readonly toxics: readonly Toxic[] }[] = [
  { name: 'no fault', toxics: [] },
  { name: 'delayed', toxics: [{ kind: 'latency', ms: 20, jitterMs: 200 }] },
  { name: 'no fault', toxics: [] },
  { name: 'reset', toxics: [{ kind: 'reset', afterMs: 10 }] },
  { name: 'no fault', toxics: [] },
  { name: 'duplicated bytes', toxics: [{ kind: 'duplicate', share: 0.3 }] },
  { name: 'no fault', toxics: [] },
  { name: 'reordered bytes', toxics: [{ kind: 'reorder', share: 0.3 }] },
  { name: 'no fault', toxics: [] },
  { name: 'small pieces', toxics: [{ kind: 'slicer', bytes: 120, pauseMs: 4 }] },
  { name: 'no fault', toxics: [] },
  { name: 'dropped bytes', toxics: [{ kind: 'black-hole' }] },
]

/** Number of kills by step, victim and fault. A kill that missed its step happened at another time of the tap. */
export type KillCount = {
  readonly steps: Map<string, Record<Victim, number> & { missed: number }>
  readonly lines: Map<string, number>
}

export function countKill(
  { steps, lines }: KillCount,
  { step, victim }: ScreenKillPoint,
  hasHit: boolean,
  line: string,
): void {
  const row = steps.get(step) ?? { screen: 0, core: 0, both: 0, missed: 0 }
  const processes = victim === 'both' ? 2 : 1
  row[victim] += processes
  if (!hasHit) row.missed += processes
  steps.set(step, row)
  lines.set(line, (lines.get(line) ?? 0) + processes)
}

export const killsIn = ({ lines }: KillCount): number => [...lines.values()].reduce((sum, kills) => sum + kills, 0)

export function killTableOf({ steps, lines }: KillCount): string {
  const cell = (value: number | string) => String(value).padStart(9)
  const rows = [...new Set(SCREEN_KILL_POINTS.map(({ step }) => step))].flatMap((step) => {
    const row = steps.get(step)
    return row ? [`  ${step.padEnd(14)}${cell(row.screen)}${cell(row.core)}${cell(row.both)}${cell(row.missed)}`] : []
  })
  const head = `  ${'step'.padEnd(14)}${['screen', 'core', 'both', 'missed'].map(cell).join('')}`
  return [head, ...rows, `  line: ${[...lines].map(([name, kills]) => `${name} ${kills}`).join(', ')}`].join('\n')
}
