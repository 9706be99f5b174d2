import { parseArgs } from 'node:util'

export type ProfileCommand =
  | { readonly kind: 'serve'; readonly provisionFile: string | undefined }
  /** `file`: `-` is standard input. */
  | { readonly kind: 'setup'; readonly file: string }
  | { readonly kind: 'settings'; readonly file: string }
  | { readonly kind: 'status' | 'pair' | 'screens' | 'recovery-code' | 'pin' | 'reset-pin' }
  | { readonly kind: 'revoke'; readonly id: string }
  | { readonly kind: 'hand-over'; readonly file: string }
  | { readonly kind: 'take-over'; readonly file: string; readonly promote: boolean }
  | { readonly kind: 'resume' }

export type Command =
  | { readonly kind: 'profile'; readonly profile: string; readonly command: ProfileCommand }
  | { readonly kind: 'new-key' }
  | { readonly kind: 'wrong'; readonly why: string }

export const USAGE = `comanda-station --profile DIR [serve] [--provision FILE]
comanda-station --profile DIR setup FILE|-      stores the credentials of a file or of standard input
comanda-station --profile DIR settings FILE|-   changes settings of the kitchen (JSON)
comanda-station --profile DIR status
comanda-station --profile DIR pair              shows a code for a new screen
comanda-station --profile DIR screens
comanda-station --profile DIR recovery-code     makes the code that opens the copies on screens
comanda-station --profile DIR revoke ID
comanda-station --profile DIR pin               reads {"pin", "current"?, "clientSecret"?} from standard input
comanda-station --profile DIR reset-pin
comanda-station --profile DIR hand-over FILE    stops polling for good and writes the ledger to FILE
comanda-station --profile DIR take-over FILE [--promote]   the copy of a screen: the recovery code on standard input
comanda-station --profile DIR resume            takes a hand-over back
comanda-station new-key                         prints a key for the file of secrets`

const wrong = (why: string): Command => ({ kind: 'wrong', why })

function readProfileCommand(
  words: readonly string[],
  provisionFile: string | undefined,
  promote: boolean,
): ProfileCommand | string {
  const [kind = 'serve', argument] = words
  if (words.length > 2) return `"${words.slice(2).join(' ')}" is too much`
  switch (kind) {
    case 'serve':
      return argument === undefined ? { kind, provisionFile } : `"${argument}" is too much`
    case 'setup':
    case 'settings':
    case 'hand-over':
      return argument === undefined ? 'the file is missing' : { kind, file: argument }
    case 'status':
    case 'pair':
    case 'screens':
    case 'recovery-code':
    case 'pin':
    case 'reset-pin':
      return argument === undefined ? { kind } : `"${argument}" is too much`
    case 'take-over':
      return argument === undefined ? 'the file is missing' : { kind, file: argument, promote }
    case 'resume':
      return argument === undefined ? { kind } : `"${argument}" is too much`
    case 'revoke':
      return argument === undefined ? 'the id of the screen is missing' : { kind, id: argument }
    default:
      return `"${kind}" is no command`
  }
}

/**
 * Reads the command line; never throws.
 * @param stateFolder `STATE_DIRECTORY` of systemd: the profile where none is given
 */
export function readCommand(args: readonly string[], stateFolder: string | undefined): Command {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { profile: { type: 'string' }, provision: { type: 'string' }, promote: { type: 'boolean' } },
    })
    if (positionals[0] === 'new-key') return { kind: 'new-key' }
    const profile = values.profile ?? stateFolder
    if (profile === undefined || profile === '') return wrong('--profile is missing')
    const command = readProfileCommand(positionals, values.provision, values.promote === true)
    return typeof command === 'string' ? wrong(command) : { kind: 'profile', profile, command }
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
}
