import type { KeyboardTexts } from './keyboard-texts.ts'

export const es: KeyboardTexts = {
  name: 'Teclado en pantalla',
  done: 'Listo',
  symbols: '#+=',
  letters: 'abc',
  key: { shift: 'Mayúsculas', delete: 'Borrar', page: 'Símbolos o letras', space: 'Espacio', done: 'Listo' },
  when: { auto: 'Al tocar un campo', always: 'Siempre', never: 'Nunca' },
}
