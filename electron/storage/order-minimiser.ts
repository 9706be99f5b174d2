/**
 * What a kitchen does not need of an order is never stored (OWASP ASVS 14.2.6; LGPD art. 6, "necessidade"). Where people are
 * described only what is named here is kept; elsewhere unknown fields survive, save those whose name says that they are
 * about a person.
 */
const KEPT_OF: Readonly<Record<string, ReadonlySet<string>>> = {
  customer: new Set(['id', 'name', 'orderscountonmerchant']),
  // What the card shows for the hand-over to a courier.
  address: new Set(['street', 'number', 'complement', 'neighborhood', 'city']),
  deliveryaddress: new Set(['street', 'number', 'complement', 'neighborhood', 'city']),
  payments: new Set(['prepaid', 'pending', 'methods']),
  methods: new Set(['type', 'method', 'brand', 'value', 'currency', 'changefor']),
}

const PERSONAL =
  /phone|e?mail|whatsapp|document|birth|coordinate|latitude|longitude|postalcode|postcode|zipcode|cpf|cnpj|taxid|taxpayer|cardnumber|cardholder|^(rg|zip|cep|lat|lng|cell|mobile|card)$/

/** Deeper than any menu; an order nested beyond that was made to break a program. */
const DEPTH_LIMIT = 64

const plain = (name: string): string => name.toLowerCase().replace(/[_\-\s]/g, '')

function kept(value: unknown, name: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_LIMIT) return null
  if (Array.isArray(value)) return value.map((member) => kept(member, name, depth + 1))
  const allowed = Object.hasOwn(KEPT_OF, name) ? KEPT_OF[name] : undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const field = plain(key)
      const stays = allowed ? allowed.has(field) : !PERSONAL.test(field)
      return stays ? [[key, kept(member, field, depth + 1)]] : []
    }),
  )
}

/** The body of an order without what a kitchen does not need. Pure; anything that is no object comes back as it is. */
export const minimiseOrder = (body: unknown): unknown => kept(body, '', 0)
