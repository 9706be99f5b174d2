import type { Step } from './steps.ts'
/**
 * Runs every step once: those that run alone one at a time and with nothing beside them, the others up to `width` at a
 * time; each after the steps that it works on, whatever their result. Steps start in the order given.
 */
export declare function inOrder<S extends Pick<Step, 'name' | 'after' | 'alone'>>(
  steps: readonly S[],
  width: number,
  run: (step: S) => Promise<void>,
): Promise<void>
