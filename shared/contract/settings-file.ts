import { z } from 'zod'

/** The result of loading a settings file: the settings that were applied, and those that were refused. */
export const settingsImportSchema = z.discriminatedUnion('outcome', [
  /** The file dialog was cancelled. */
  z.object({ outcome: z.literal('cancelled') }),
  /** The file holds no settings of this program. */
  z.object({ outcome: z.literal('unreadable') }),
  z.object({
    outcome: z.literal('taken'),
    /** Number of settings that were applied. */
    taken: z.number().int(),
    refused: z.array(
      z.object({
        /** The name in the file, shortened. */
        name: z.string(),
        /** `unknown`: this version has no such setting. `invalid`: its value is out of bounds. */
        why: z.enum(['unknown', 'invalid']),
      }),
    ),
  }),
])
export type SettingsImport = z.infer<typeof settingsImportSchema>
