/** What tickets are printed on: rolls of 58 and 80 mm, or sheets. Without schemas, for the windows. */
export const PAPERS = ['58mm', '80mm', 'a4'] as const
export type Paper = (typeof PAPERS)[number]
