import type { KeyboardTexts } from './keyboard-texts.ts'

export const en: KeyboardTexts = {
  name: 'On-screen keyboard',
  done: 'Done',
  symbols: '#+=',
  letters: 'abc',
  key: { shift: 'Capitals', delete: 'Delete', page: 'Symbols or letters', space: 'Space', done: 'Done' },
  when: { auto: 'When a field is touched', always: 'Always', never: 'Never' },
}
