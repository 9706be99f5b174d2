/** The words of the keyboard on the screen. They are loaded with it, not with the board. */
export const ptBR = {
  name: 'Teclado na tela',
  done: 'Pronto',
  symbols: '#+=',
  letters: 'abc',
  key: {
    shift: 'Maiúsculas',
    delete: 'Apagar',
    page: 'Símbolos ou letras',
    space: 'Espaço',
    done: 'Pronto',
  },
  when: { auto: 'Ao tocar num campo', always: 'Sempre', never: 'Nunca' },
}
