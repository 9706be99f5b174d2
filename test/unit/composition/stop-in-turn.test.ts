import { expect, it } from 'vitest'
import { stopInTurn } from '../../../electron/composition/backend.ts'

it('stopInTurn stops every part in order, also after a failure, and reports the first error at the end', async () => {
  const stopped: string[] = []
  const parts = [
    () => stopped.push('printing'),
    () => Promise.reject(new Error('practice')),
    () => {
      throw new Error('webhook')
    },
    async () => {
      await Promise.resolve()
      stopped.push('core')
    },
    () => stopped.push('environment'),
  ]
  await expect(stopInTurn(parts)).rejects.toThrow('practice')
  expect(stopped).toEqual(['printing', 'core', 'environment'])
  await expect(stopInTurn([])).resolves.toBeUndefined()
})
