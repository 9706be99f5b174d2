import pg from 'pg'

/** Asks for the primary, in the words of PostgreSQL's own client library. */
const PRIMARY = ['read-write', 'primary']

/**
 * The addresses of one address with several hosts: `postgresql://user@a,b:5433/db`, or `?host=a,b&port=5432,5433`. `pg` itself
 * takes one host.
 */
export function addressesOf(url: string): readonly string[] {
  const [, start = '', hosts = '', path = '', query = ''] =
    /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)([^?]*)\??(.*)$/.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  const named = (parameters.get('host') ?? '').split(',')
  const ports = (parameters.get('port') ?? '').split(',')
  const list = named.length > 1 ? named : hosts.split(',')
  if (list.length <= 1) return [url]
  return list.map((host, index) => {
    const own = new URLSearchParams(parameters)
    own.delete('target_session_attrs')
    if (named.length > 1) own.set('host', host)
    if (ports.length > 1) own.set('port', ports[index] ?? '')
    const where = named.length > 1 ? hosts : host
    return `${start}${where}${path}${own.size === 0 ? '' : `?${own}`}`
  })
}

/** Both forms that `pg` declares. */
type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/**
 * A client class for the hosts of an address. Each client tries one host. After a failed attempt, or a standby where the
 * address asks for the primary, the next client tries the next host.
 */
export function clientOf(url: string): { readonly Client: typeof pg.Client; readonly hosts: number } {
  const addresses = addressesOf(url)
  const needsPrimary = PRIMARY.includes(new URLSearchParams(url.split('?')[1]).get('target_session_attrs') ?? '')
  let current = 0

  class OneOfHosts extends pg.Client {
    readonly #place = current

    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: addresses[current] })
    }

    async #tryHost(): Promise<pg.Client> {
      try {
        await super.connect()
        if (!needsPrimary) return this
        const { rows } = await this.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
        if (rows[0]?.standby !== false) throw new Error('the host is a standby')
        return this
      } catch (error) {
        if (current === this.#place) current = (current + 1) % addresses.length
        await this.end().catch(() => undefined)
        throw error
      }
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const trying = this.#tryHost()
      if (callback === undefined) return trying
      trying.then(
        (client) => Reflect.apply(callback, undefined, [null, client]),
        (error: unknown) => Reflect.apply(callback, undefined, [error]),
      )
      return undefined
    }
  }
  return { Client: addresses.length === 1 && !needsPrimary ? pg.Client : OneOfHosts, hosts: addresses.length }
}
