import type { Keytar } from '../../../electron/secrets/keytar-store.ts'

export type FakeKeytar = Keytar & {
  readonly entries: Map<string, string>
  readonly calls: readonly string[]
  /** Sets what every later call does. */
  behave(how: 'work' | 'hang' | 'lock' | Error): void
  /** Ends the calls that hang, as the answer to the keychain's prompt does. */
  release(): void
}

/** A keychain in memory. When it is locked, a read is empty and has no error, as in libsecret. */
export function fakeKeytar(): FakeKeytar {
  const entries = new Map<string, string>()
  const calls: string[] = []
  let how: 'work' | 'hang' | 'lock' | Error = 'work'
  let hanging: (() => void)[] = []

  const answer = async <T>(call: string, work: () => T, whenLocked: () => T): Promise<T> => {
    calls.push(call)
    if (how === 'hang') await new Promise<void>((resolve) => hanging.push(resolve))
    if (how instanceof Error) throw how
    return how === 'lock' ? whenLocked() : work()
  }
  const locked = (): never => {
    throw new Error('Cannot create an item in a locked collection')
  }
  return {
    entries,
    calls,
    behave(next) {
      how = next
    },
    release() {
      how = 'work'
      for (const resume of hanging) resume()
      hanging = []
    },
    getPassword: (service, account) =>
      answer(
        `get ${account}`,
        () => entries.get(`${service}/${account}`) ?? null,
        () => null,
      ),
    setPassword: (service, account, password) =>
      answer(`set ${account}`, () => void entries.set(`${service}/${account}`, password), locked),
    deletePassword: (service, account) =>
      answer(
        `delete ${account}`,
        () => entries.delete(`${service}/${account}`),
        () => false,
      ),
  }
}
