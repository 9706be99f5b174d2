/** The named characters of Latin-1 from U+00A0 on, in their order (HTML 4, section 24.2). */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const LATIN_1_START = 0xa0
const OTHERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  euro: '€',
}
const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, index): [string, string] => [name, String.fromCodePoint(LATIN_1_START + index)]),
  ...Object.entries(OTHERS),
])

/** Some hosts encode a text several times: `P&amp;atilde;o`. */
const ENTITY = /&(?:amp;)*(?:#(?<decimal>\d{1,7})|#[xX](?<hex>[\da-fA-F]{1,6})|(?<name>[A-Za-z]{2,8}\d{0,2}));/g
const MAX_CODE_POINT = 0x10ffff

/** Tags of formatted texts. Other text between `<` and `>` stays: "<3". */
const BREAK = /<(?:br|\/p|\/li|\/div)\s*\/?>/gi
const TAG = /<\/?(?:b|i|u|em|strong|span|small|font|p|div|ul|ol|li)(?:\s+[\w-]{1,30}=[^<>]{0,200}|\s*)>/gi

/** Texts that were encoded more often stay encoded: the work must not grow with the square of the text. */
const MAX_ROUNDS = 8

/** The text of HTML: entities as characters, line breaks, no tags. An unknown entity stays. A second call changes nothing. */
export function withoutEntities(text: string): string {
  let plain = text
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = plain
    if (plain.includes('&')) plain = withCharacters(plain)
    const untagged = plain.includes('<') ? plain.replaceAll(BREAK, '\n').replaceAll(TAG, '') : plain
    if (untagged !== plain) plain = untagged.trim()
    if (plain === before) break
  }
  return plain
}

function withCharacters(text: string): string {
  return text.replaceAll(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole
    const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10)
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole
  })
}
