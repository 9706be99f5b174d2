import { z } from 'zod'

/** What the system does for the program: starts it when the user signs in, and again when it fails. */
const COMPUTER_SWITCHES = ['startsWithComputer', 'restartsAfterFailure'] as const
export type ComputerSwitch = (typeof COMPUTER_SWITCHES)[number]

/**
 * As the system reports it. `not-here`: not on this system; `not-installed`: only for an installed package; `no-service`:
 * the machine lacks the service.
 */
const SWITCH_STATES = ['on', 'off', 'not-here', 'not-installed', 'no-service'] as const
export type SwitchState = (typeof SWITCH_STATES)[number]

/**
 * A display, identified by its name and pixels, the longer side first. `nth`: its number from the left among equal displays.
 */
export const displayChoiceSchema = z.strictObject({
  label: z.string().max(120),
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
  nth: z.number().int().min(0).max(100),
})
export type DisplayChoice = z.infer<typeof displayChoiceSchema>

export const computerStatusSchema = z.object({
  startsWithComputer: z.enum(SWITCH_STATES),
  restartsAfterFailure: z.enum(SWITCH_STATES),
  /** The displays that are connected now. */
  displays: z.array(displayChoiceSchema),
})
export type ComputerStatus = z.infer<typeof computerStatusSchema>

export const computerSwitchSchema = z.strictObject({ name: z.enum(COMPUTER_SWITCHES), isOn: z.boolean() })
