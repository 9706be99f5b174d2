import type { Locale } from '../contract/settings.ts'
import enBoard from './en/board.json' with { type: 'json' }
import enCustomers from './en/customers.json' with { type: 'json' }
import enHistory from './en/history.json' with { type: 'json' }
import enPaper from './en/paper.json' with { type: 'json' }
import enPayment from './en/payment.json' with { type: 'json' }
import enSafePage from './en/safePage.json' with { type: 'json' }
import esBoard from './es/board.json' with { type: 'json' }
import esCustomers from './es/customers.json' with { type: 'json' }
import esHistory from './es/history.json' with { type: 'json' }
import esPaper from './es/paper.json' with { type: 'json' }
import esPayment from './es/payment.json' with { type: 'json' }
import esSafePage from './es/safePage.json' with { type: 'json' }
import ptBoard from './pt-BR/board.json' with { type: 'json' }
import ptCustomers from './pt-BR/customers.json' with { type: 'json' }
import ptHistory from './pt-BR/history.json' with { type: 'json' }
import ptPaper from './pt-BR/paper.json' with { type: 'json' }
import ptPayment from './pt-BR/payment.json' with { type: 'json' }
import ptSafePage from './pt-BR/safePage.json' with { type: 'json' }
import type { Texts } from './texts.ts'

/** All languages of the main process, bundled: a kitchen without network reads the same words. */
export const LANGUAGES: Readonly<Record<Locale, Texts>> = {
  'pt-BR': {
    ...ptBoard,
    customers: ptCustomers,
    history: ptHistory,
    paper: ptPaper,
    payment: ptPayment,
    safePage: ptSafePage,
  },
  en: {
    ...enBoard,
    customers: enCustomers,
    history: enHistory,
    paper: enPaper,
    payment: enPayment,
    safePage: enSafePage,
  },
  es: {
    ...esBoard,
    customers: esCustomers,
    history: esHistory,
    paper: esPaper,
    payment: esPayment,
    safePage: esSafePage,
  },
}
