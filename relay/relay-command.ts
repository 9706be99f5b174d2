import { parseArgs } from 'node:util'
import { messageOf } from '../shared/result.ts'

export type RelayCommand =
  | { readonly kind: 'serve'; readonly config: string }
  /** Checks the database and brings its schema up to date. */
  | { readonly kind: 'migrate'; readonly config: string }
  | { readonly kind: 'list'; readonly config: string }
  | {
      readonly kind: 'add'
      readonly config: string
      readonly name: string
      readonly upstream: string | undefined
      readonly establishments: readonly string[]
      readonly pushUrl: string | undefined
    }
  | { readonly kind: 'pause' | 'resume' | 'revoke' | 'renew-secret'; readonly config: string; readonly name: string }
  | {
      readonly kind: 'change-establishments'
      readonly config: string
      readonly name: string
      readonly add: readonly string[]
      readonly remove: readonly string[]
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly reason: string }

export const RELAY_USAGE = `comanda-relay --help
comanda-relay --config FILE [serve]
comanda-relay --config FILE migrate
comanda-relay --config FILE kitchen list
comanda-relay --config FILE kitchen add NAME --establishment ID [--establishment ID]… [--upstream NAME] [--push URL]
comanda-relay --config FILE kitchen change NAME [--establishment ID]… [--remove ID]…
comanda-relay --config FILE kitchen pause|resume|revoke|renew-secret NAME`

/** Reads the command line; never throws. */
export function readRelayCommand(args: readonly string[]): RelayCommand {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        upstream: { type: 'string' },
        establishment: { type: 'string', multiple: true },
        push: { type: 'string' },
        remove: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { config } = values
    if (values.help === true) return { kind: 'help' }
    if (config === undefined) return { kind: 'invalid', reason: '--config is missing' }
    const [first = 'serve', action, name, ...more] = positionals
    if (more.length > 0)
      return { kind: 'invalid', reason: `unexpected "${more.join(' ')}"; put a name with spaces in quotes` }
    if (first === 'serve' || first === 'migrate') return { kind: first, config }
    if (first !== 'kitchen') return { kind: 'invalid', reason: `unknown command "${first}"` }
    if (action === 'list') return { kind: 'list', config }
    if (name === undefined) return { kind: 'invalid', reason: 'the name of the kitchen is missing' }
    switch (action) {
      case 'add':
        return {
          kind: 'add',
          config,
          name,
          upstream: values.upstream,
          establishments: values.establishment ?? [],
          pushUrl: values.push,
        }
      case 'change':
        return {
          kind: 'change-establishments',
          config,
          name,
          add: values.establishment ?? [],
          remove: values.remove ?? [],
        }
      case 'pause':
      case 'resume':
      case 'revoke':
      case 'renew-secret':
        return { kind: action, config, name }
      default:
        return { kind: 'invalid', reason: `unknown command "kitchen ${action ?? ''}"` }
    }
  } catch (error) {
    return { kind: 'invalid', reason: messageOf(error) }
  }
}
