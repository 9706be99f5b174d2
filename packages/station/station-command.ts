import { parseArgs } from 'node:util'
import { messageOf } from '../../shared/result.ts'

export type ProfileCommand =
  | { readonly kind: 'serve'; readonly provisionFile: string | undefined }
  /** `file`: a path, or `-` for standard input. */
  | { readonly kind: 'setup'; readonly file: string }
  | { readonly kind: 'settings'; readonly file: string }
  | { readonly kind: 'status' | 'pair' | 'screens' | 'pin' | 'reset-pin' }
  | { readonly kind: 'revoke'; readonly id: string }
  | { readonly kind: 'hand-over'; readonly file: string }
  | { readonly kind: 'take-over'; readonly file: string; readonly promote: boolean }
  | { readonly kind: 'resume' }

export type StationCommand =
  | { readonly kind: 'profile'; readonly profile: string; readonly command: ProfileCommand }
  | { readonly kind: 'new-key' }
  | { readonly kind: 'invalid'; readonly reason: string }

export const STATION_USAGE = `comanda-station --profile DIR [serve] [--provision FILE]
comanda-station --profile DIR setup FILE|-      stores the credentials of a file or of standard input
comanda-station --profile DIR settings FILE|-   changes settings of the kitchen (JSON)
comanda-station --profile DIR status
comanda-station --profile DIR pair              shows a code for a new screen
comanda-station --profile DIR screens
comanda-station --profile DIR revoke ID
comanda-station --profile DIR pin               reads {"pin", "current"?, "clientSecret"?} from standard input
comanda-station --profile DIR reset-pin
comanda-station --profile DIR hand-over FILE    stops polling and writes the ledger to FILE
comanda-station --profile DIR take-over FILE [--promote]   --promote: accepts a copy of a main computer that is gone
comanda-station --profile DIR resume            cancels a hand-over
comanda-station new-key                         prints a new key for the file of secrets`

const invalid = (reason: string): StationCommand => ({ kind: 'invalid', reason })

function readProfileCommand(
  words: readonly string[],
  provisionFile: string | undefined,
  promote: boolean,
): ProfileCommand | string {
  const [kind = 'serve', argument] = words
  if (words.length > 2) return `unexpected "${words.slice(2).join(' ')}"`
  switch (kind) {
    case 'serve':
      return argument === undefined ? { kind, provisionFile } : `unexpected "${argument}"`
    case 'setup':
    case 'settings':
    case 'hand-over':
      return argument === undefined ? 'the file is missing' : { kind, file: argument }
    case 'status':
    case 'pair':
    case 'screens':
    case 'pin':
    case 'reset-pin':
    case 'resume':
      return argument === undefined ? { kind } : `unexpected "${argument}"`
    case 'take-over':
      return argument === undefined ? 'the file is missing' : { kind, file: argument, promote }
    case 'revoke':
      return argument === undefined ? 'the id of the screen is missing' : { kind, id: argument }
    default:
      return `unknown command "${kind}"`
  }
}

/**
 * Reads the command line; never throws.
 * @param stateFolder `STATE_DIRECTORY` of systemd: the profile when `--profile` is absent
 */
export function readStationCommand(args: readonly string[], stateFolder: string | undefined): StationCommand {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { profile: { type: 'string' }, provision: { type: 'string' }, promote: { type: 'boolean' } },
    })
    if (positionals[0] === 'new-key') return { kind: 'new-key' }
    const profile = values.profile ?? stateFolder
    if (profile === undefined || profile === '') return invalid('--profile is missing')
    const command = readProfileCommand(positionals, values.provision, values.promote === true)
    return typeof command === 'string' ? invalid(command) : { kind: 'profile', profile, command }
  } catch (error) {
    return invalid(messageOf(error))
  }
}
