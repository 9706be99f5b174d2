export type Batch<Key, Value> = (key: Key) => Promise<Value>

type Waiting<Key, Value> = {
  readonly key: Key
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reads the keys of many callers with one statement: keys that arrive while one runs share the next. It starts after the
 * calls that it answers.
 * @param read returns one value for each key; its rejection rejects the batch
 * @param maxKeys of one statement
 */
export function createBatch<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
  maxKeys: number,
): Batch<Key, Value> {
  let waiting: Waiting<Key, Value>[] = []
  let isRunning = false

  const run = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxKeys)
      waiting = waiting.slice(maxKeys)
      try {
        const values = await read(batch.map(({ key }) => key))
        if (values.length !== batch.length) throw new Error('the number of values is not the number of keys')
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
