/** The paper for tickets: rolls of 58 and 80 mm, or sheets. Without schemas, because windows import it. */
export const PAPERS = ['58mm', '80mm', 'a4'] as const
export type Paper = (typeof PAPERS)[number]
