/** Everything that a commit has to pass. The npm scripts of the same names run one step each. */
export type Counting = 'one-check' | 'vitest' | 'playwright'
export type Step = {
  readonly name: string
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly counting: Counting
  /** Names of the steps whose results this one works on. */
  readonly after: readonly string[]
  /** Runs with no other step beside it, because it measures time or starts browsers. */
  readonly alone: boolean
  readonly limitMinutes: number
}
export declare const STEPS: readonly Step[]
