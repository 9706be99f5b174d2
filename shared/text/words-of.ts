/** Fills `{{name}}` in a text of the product. */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '')

/** The word of a code, or the code itself. Reads own members only: a platform may send `constructor`. */
export const wordOf = (texts: object, key: string): string =>
  String(Object.getOwnPropertyDescriptor(texts, key)?.value ?? key)
