import { isPlainRecord, isRecord } from '../../shared/is-record.ts'
import { parseBody } from '../../shared/json-body.ts'
import { membersOf } from '../../shared/order/field-reader.ts'
import { foldedWord } from '../../shared/order/vocabulary.ts'
import type { ShapedBody } from './shaped-body.ts'

/**
 * What a success to `validateCode` says about the code (docs/protocol.md, "Validate code"). Right is an empty body, the echo
 * of the same code, or a positive flag or word without a denial beside it. `undefined`: nobody can tell.
 */
export function codeAnswerIn(
  body: ShapedBody,
  asked: { readonly orderId: string; readonly code: string },
): 'valid' | 'invalid' | undefined {
  if (body.kind === 'none') return 'valid'
  const value = body.kind === 'json' ? decoded(body.value) : body.kind === 'text' ? body.text : undefined
  if (value === undefined) return undefined
  if (isEmpty(value) || isEchoOf(value, asked)) return 'valid'
  const signs = signsIn(value)
  if (signs.has('denied')) return 'invalid'
  return signs.has('affirmed') && !signs.has('unclear') ? 'valid' : undefined
}

type Sign = 'affirmed' | 'denied' | 'unclear'

/** What a member is about: a flag of the code, a flag of its opposite, a word about it, or something else. */
type Subject = 'flag' | 'opposite' | 'word' | 'other'

const PREFIX = /^(?:IS|WAS|HAS|DELIVERY|CODE|CODIGO|PIN){1,4}/
const FLAG =
  /^(?:VALID|VALIDO|VALIDA|VALIDATED|VALIDADO|SUCCESS|SUCCESSFUL|SUCESSO|OK|CORRECT|CORRETO|CORRECTO|MATCH|MATCHES|MATCHED|VERIFIED|ACCEPTED|APPROVED)$/
const OPPOSITE =
  /^(?:INVALID|INVALIDO|INCORRECT|WRONG|EXPIRED|REJECTED|DENIED|REFUSED|FAILED|FAILURE|ERRORS?|ERROS?|ERRORES|FAULTS?|EXCEPTION)$/
const WORD =
  /^(?:STATUS|STATE|RESULT|RESULTADO|OUTCOME|CODE|ERRORCODE|REASON|MOTIVO|TITLE|MESSAGE|MENSAGEM|MENSAJE|MSG|DETAILS?|DESCRIPTION|RESPONSE|VALIDATION|VERDICT)$/

const subjectOf = (name: string): Subject => {
  const member = foldedWord(name.slice(0, MAX_NAME))
  const bare = member.replace(PREFIX, '')
  if (FLAG.test(member) || FLAG.test(bare)) return 'flag'
  if (OPPOSITE.test(member) || OPPOSITE.test(bare)) return 'opposite'
  return WORD.test(member) ? 'word' : 'other'
}

const YES = /^(?:TRUE|YES|Y|SIM|SI|S|V|1)$/
const NO = /^(?:FALSE|FALSO|FALSA|NO|NOT|N|NAO|0)$/
/** A part of a text that denies, whatever stands beside it. */
const DENIAL =
  /INVALID|INCORRE|WRONG|MISMATCH|NOMATCH|EXPIR|VENCID|ERRAD|ERRON|EQUIVOCAD|REJECT|REJEIT|RECHAZ|RECUS|REFUS|DENIED|DENEG|NEGAD|FAIL|FALH|FALLID|FALLO|UNSUCCESS|UNVERIFIED|UNAPPROVED|NOT(?:VALID|CORRECT|MATCH|ACCEPT|VERIF|APPROV|FOUND|OK)|NAO(?:VALID|CORRE|CONFERE|ENCONTR)|NO(?:VALID|CORRE|COINCID|ENCONTR)/
const POSITIVE =
  /^(?:OK|OKAY|VALID|VALIDO|VALIDA|VALIDATED|VALIDADO|VALIDADA|SUCCESS|SUCCEEDED|SUCCESSFUL|SUCCESSFULLY|SUCESSO|EXITO|CORRECT|CORRETO|CORRETA|CORRECTO|CORRECTA|MATCH|MATCHES|MATCHED|CONFERE|COINCIDE|VERIFIED|VERIFICADO|ACCEPTED|ACEITO|ACEPTADO|APPROVED|APROVADO|APROBADO)$/
/** Words of a sentence that say nothing about the code. Any other word leaves it open. */
const FILLER =
  /^(?:THE|THIS|CODE|CODIGO|PIN|DELIVERY|ENTREGA|ORDER|PEDIDO|OF|DE|DEL|DO|IS|WAS|HAS|BEEN|E|ES|FOI|FUE|HA|SIDO|O|EL|COM|CON|WITH|\d{2,32})$/

/** Members that hold the word of a block, `{status: {value: "REJECTED"}}`. */
const WORD_OF_BLOCK = /^(?:VALUE|NAME|TYPE|TEXT|LABEL|CURRENT|ID)$/

const MAX_NAME = 100
const MAX_TEXT = 300
/** Values that are looked at. Of a larger body nobody can tell. */
const MAX_VALUES = 2_000

/** The words of a text: `INVALID_CODE`, `codeIsValid` and "Código válido!" have two, three and two. */
const wordsIn = (text: string): readonly string[] =>
  text
    .slice(0, MAX_TEXT)
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldedWord)
    .filter((word) => word !== '')

function signOfText(text: string): Sign | undefined {
  const words = wordsIn(text)
  if (words.some((word) => NO.test(word)) || DENIAL.test(words.join(''))) return 'denied'
  const isPositive = (word: string): boolean => POSITIVE.test(word) || YES.test(word)
  return words.some(isPositive) && words.every((word) => isPositive(word) || FILLER.test(word)) ? 'affirmed' : undefined
}

function signOfFlag(value: unknown): Sign {
  if (typeof value === 'boolean') return value ? 'affirmed' : 'denied'
  if (value === 1) return 'affirmed'
  if (value === 0) return 'denied'
  return (typeof value === 'string' ? signOfText(value) : undefined) ?? 'unclear'
}

function signOf(subject: Subject, value: unknown): Sign | undefined {
  switch (subject) {
    case 'flag':
      return signOfFlag(value)
    case 'opposite': {
      if (isEmpty(value) || value === false || value === 0) return undefined
      const sign = typeof value === 'string' ? signOfText(value) : undefined
      return value === true || value === 1 || sign === 'denied' ? 'denied' : 'unclear'
    }
    case 'word':
      return typeof value === 'string' ? signOfText(value) : typeof value === 'boolean' ? signOfFlag(value) : undefined
    case 'other':
      return undefined
  }
}

/** The subject of a member of a block: its own, or that of the block. */
function subjectIn(block: Subject, name: string): Subject {
  const own = subjectOf(name)
  if (own !== 'other' || block !== 'word') return own === 'other' ? block : own
  return WORD_OF_BLOCK.test(foldedWord(name.slice(0, MAX_NAME))) ? 'word' : 'other'
}

/** The signs in all blocks of a body, however deep. */
function signsIn(body: unknown): ReadonlySet<Sign> {
  const signs = new Set<Sign>()
  const waiting: (readonly [Subject, unknown])[] = [[isRecord(body) ? 'other' : 'flag', body]]
  let values = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [subject, value] = next
    values += 1
    if (values > MAX_VALUES) return signs.add('unclear')
    if (!isRecord(value)) {
      const sign = signOf(subject, value)
      if (sign !== undefined) signs.add(sign)
    } else if (Array.isArray(value)) {
      // A list alone is a list of answers.
      const inner = value === body ? 'flag' : subject
      for (const member of value.slice(0, MAX_VALUES)) waiting.push([isRecord(member) ? subject : inner, member])
      if (value.length > MAX_VALUES) signs.add('unclear')
    } else {
      // An error that says nothing that is known is still no approval.
      if (subject === 'opposite' && !isEmpty(value)) signs.add('unclear')
      for (const [name, member] of Object.entries(value)) {
        waiting.push([subjectIn(subject, name), member])
      }
    }
  }
  return signs
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'string' ? value.trim() === '' : isRecord(value) && Object.keys(value).length === 0)

/** Some hosts encode JSON twice. */
function decoded(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const body = parseBody(value, null)
  return body.kind === 'json' ? body.value : value
}

const ECHOED: ReadonlySet<string> = new Set(['ORDERID', 'DELIVERYCODE'])
const isSameText = (sent: unknown, asked: string): boolean =>
  (typeof sent === 'string' || typeof sent === 'number') &&
  String(sent).trim().toUpperCase() === asked.trim().toUpperCase()

/** Whether the body repeats the request and nothing else. */
function isEchoOf(value: unknown, { orderId, code }: { readonly orderId: string; readonly code: string }): boolean {
  if (!isPlainRecord(value)) return false
  const names = Object.keys(value)
  const [only] = names
  if (names.length === 1 && only !== undefined && foldedWord(only) === 'DATA')
    return isEchoOf(value[only], { orderId, code })
  const members = membersOf(value)
  const order = members('orderId')
  return (
    names.every((name) => ECHOED.has(foldedWord(name))) &&
    isSameText(members('deliveryCode'), code) &&
    (order === undefined || isSameText(order, orderId))
  )
}
