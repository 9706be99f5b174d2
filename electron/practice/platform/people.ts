import type { WireAddress, WireCustomer } from './interface.ts'
import { between, chance, identifier, pick, type Random } from './randomness.ts'

const FIRST_NAMES = [
  ...(['Ana Beatriz', 'João Pedro', 'Maria Eduarda', 'Thiago', 'Conceição', 'Antônio', 'Luíza', 'Caio'] as const),
  ...['Yasmin', 'Sebastião', 'Débora', 'Rafael', 'Iara', 'Vinícius', 'Flávia', 'Otávio', 'Renata', 'Gustavo', 'Joana'],
  'Márcio',
] as const
const LAST_NAMES = [
  ...(['Silva', 'dos Santos', 'Oliveira', 'Gonçalves', 'Nakamura', 'Araújo', 'de Souza', 'Bernardi'] as const),
  ...['Ferreira', 'Magalhães', 'Assunção', 'Tavares', 'Yamada', 'Pacheco', "D'Ávila", 'Queiroz'],
] as const

const STREETS = [
  ['Rua Augusta', 'Consolação', '01305-000', -23.5539, -46.6533],
  ['Avenida Paulista', 'Bela Vista', '01310-100', -23.5629, -46.6544],
  ['Rua Teodoro Sampaio', 'Pinheiros', '05406-050', -23.5614, -46.6789],
  ['Rua Vergueiro', 'Vila Mariana', '04101-000', -23.5886, -46.6345],
  ['Rua da Mooca', 'Mooca', '03103-001', -23.5569, -46.6012],
  ['Avenida Pompeia', 'Pompeia', '05022-000', -23.5357, -46.6827],
  ['Rua Treze de Maio', 'Bixiga', '01327-000', -23.5603, -46.6437],
  ['Rua Tuiuti', 'Tatuapé', '03081-000', -23.5404, -46.5763],
] as const

const COMPLEMENTS = ['Apto 31', 'Bloco B, apto 142', 'Casa dos fundos', 'Sala 905', 'Torre 2, apto 1204'] as const

const HOUSE_NOTES = [
  'Mandar talheres e guardanapos',
  'Pagamento com troco, por favor',
  'Aniversário: se puder, escrever "Parabéns" na caixa',
  'Cliente pediu para separar as bebidas em outra sacola. Se algum item estiver em falta, favor ligar antes de trocar, pois há criança com restrição alimentar em casa.',
] as const

/** A customer with every field that a real platform sends, also those that a kitchen must not store: phone, CPF, e-mail. */
export function customerFor(random: Random): WireCustomer {
  const first = pick(random, FIRST_NAMES)
  const last = pick(random, LAST_NAMES)
  return {
    id: identifier(random),
    name: `${first} ${last}`,
    phone: { number: `+55119${digits(random, 8)}`, ...(chance(random, 0.2) ? { extension: digits(random, 3) } : {}) },
    ordersCountOnMerchant: between(random, 0, 40),
    documentNumber: cpf(random),
    email: `${mailName(first)}.${mailName(last)}@example.com`,
  }
}

export function addressFor(random: Random): WireAddress {
  const [street, neighborhood, postalCode, latitude, longitude] = pick(random, STREETS)
  return {
    street,
    number: String(between(random, 12, 2400)),
    ...(chance(random, 0.6) ? { complement: pick(random, COMPLEMENTS) } : {}),
    neighborhood,
    city: 'São Paulo',
    state: 'SP',
    postalCode,
    coordinates: { latitude, longitude },
  }
}

/** A customer's note for the whole order. Most orders have none. */
export function noteForOrder(random: Random): string | undefined {
  return chance(random, 0.25) ? pick(random, HOUSE_NOTES) : undefined
}

/** A CPF (the Brazilian taxpayer number): eleven digits, of which the last two are valid check digits. */
function cpf(random: Random): string {
  const base = Array.from({ length: 9 }, () => between(random, 0, 9))
  const check = (numbers: readonly number[]) => {
    const sum = numbers.reduce((total, digit, index) => total + digit * (numbers.length + 1 - index), 0)
    return ((sum * 10) % 11) % 10
  }
  const first = check(base)
  return [...base, first, check([...base, first])].join('')
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => between(random, 0, 9)).join('')
}

function mailName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}
