/**
 * Documents that leave the window: paper, the exported history and the page without scripts. A value in a template is
 * escaped unless it was made by `html` itself, so that no caller can omit it.
 * SECURITY: print-document (docs/security.md)
 * SECURITY: safe-page (docs/security.md)
 */

/** Markup that `html` made. A class, so that no object read from JSON can pass as markup. */
class Markup {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}
export type Html = Markup

type HtmlValue = string | number | Html | readonly Html[] | undefined

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Only for documents that are no templates of `html`. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

function markupOf(value: HtmlValue): string {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.markup
  return Array.isArray(value) ? value.map(markupOf).join('') : escaped(String(value))
}

/**
 * Makes markup from a template. Leaves out the line breaks of the template with their indentation. `undefined` gives
 * nothing.
 */
export function html(template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = template.map((part) => part.replaceAll(/\n\s*/g, ''))
  return new Markup(parts.map((part, at) => part + markupOf(values[at])).join(''))
}

/** The parts that are present, with a separator between them. */
export const joinHtml = (parts: readonly (string | Html)[], separator: string): Html =>
  html`${parts.map((part, at) => html`${at === 0 ? '' : separator}${part}`)}`

/** Text from outside the product. Its direction does not change that of the text around it. */
export const foreign = (text: string): Html => html`<bdi>${text}</bdi>`
