/** A number stays on the line of its unit: "350 ml". */
export const withUnits = (text: string): string => text.replaceAll(/(\d) (?=\p{L}{1,6}(?:$|[\s,.)]))/gu, '$1\u00a0')
