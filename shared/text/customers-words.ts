import type { Locale } from '../contract/settings.ts'

/** The words of the customers' board, for the window and for the page that a browser of the network opens. */
type CustomersWords = {
  readonly title: string
  readonly preparing: string
  readonly ready: string
  /** `{{age}}`: a duration. */
  readonly updated: string
  readonly never: string
  /** `{{count}}`: number of orders that do not fit. */
  readonly more: string
}

export const CUSTOMERS_WORDS: Readonly<Record<Locale, CustomersWords>> = {
  'pt-BR': {
    title: 'Pedidos',
    preparing: 'Em preparo',
    ready: 'Pronto',
    updated: 'Atualizado há {{age}}',
    never: 'Aguardando o computador da loja',
    more: 'e mais {{count}}',
  },
  en: {
    title: 'Orders',
    preparing: 'Preparing',
    ready: 'Ready',
    updated: 'Updated {{age}} ago',
    never: 'Waiting for the store’s computer',
    more: 'and {{count}} more',
  },
  es: {
    title: 'Pedidos',
    preparing: 'En preparación',
    ready: 'Listo',
    updated: 'Actualizado hace {{age}}',
    never: 'Esperando la computadora del local',
    more: 'y {{count}} más',
  },
}
