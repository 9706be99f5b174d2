export type Batch<Key, Value> = (key: Key) => Promise<Value>

type Waiting<Key, Value> = {
  readonly key: Key
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

/**
 * Answers many callers by one statement: keys that come while a statement runs share the next one. A single caller does
 * not wait. Each statement starts after the call that it answers, so no caller gets an older state than by itself.
 * @param ask answers with one value for each key, in the order of the keys; its rejection is that of every caller
 * @param most keys of one statement
 */
export function createBatch<Key, Value>(
  ask: (keys: readonly Key[]) => Promise<readonly Value[]>,
  most: number,
): Batch<Key, Value> {
  let waiting: Waiting<Key, Value>[] = []
  let isRunning = false

  const run = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const values = await ask(batch.map(({ key }) => key))
        if (values.length !== batch.length) throw new Error('a statement answered for another number of keys')
        batch.forEach(({ resolve }, index) => {
          // The lengths are equal, so there is a value for each key.
          resolve(values[index] as Value)
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (key) =>
    new Promise<Value>((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isRunning) void run()
    })
}
