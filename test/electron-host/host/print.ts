import type { Protocol } from './devtools-types.ts'

export type PrintOptions = Readonly<{
  landscape?: boolean
  displayHeaderFooter?: boolean
  printBackground?: boolean
  scale?: number
  pageSize?: string | Readonly<{ width: number; height: number }>
  margins?: Readonly<{ top?: number; bottom?: number; left?: number; right?: number }>
  pageRanges?: string
  headerTemplate?: string
  footerTemplate?: string
  preferCSSPageSize?: boolean
}>

// Width and height in inches, by the names in the documentation of printToPDF.
const PAPER: Readonly<Record<string, readonly [number, number]>> = {
  A0: [33.1, 46.8],
  A1: [23.4, 33.1],
  A2: [16.54, 23.4],
  A3: [11.7, 16.54],
  A4: [8.27, 11.7],
  A5: [5.83, 8.27],
  A6: [4.13, 5.83],
  Ledger: [17, 11],
  Tabloid: [11, 17],
  Legal: [8.5, 14],
  Letter: [8.5, 11],
}

/** Converts the options of printToPDF to the parameters of DevTools. Both have sizes in inches. */
export const toPdfParameters = (options: PrintOptions): Protocol.Page.printToPDFParameters => {
  const { pageSize = 'Letter', margins, ...same } = options
  const size = typeof pageSize === 'string' ? PAPER[pageSize] : ([pageSize.width, pageSize.height] as const)
  if (size === undefined) throw new Error(`Invalid pageSize ${String(pageSize)}`)
  return {
    ...same,
    paperWidth: size[0],
    paperHeight: size[1],
    ...(margins?.top !== undefined && { marginTop: margins.top }),
    ...(margins?.bottom !== undefined && { marginBottom: margins.bottom }),
    ...(margins?.left !== undefined && { marginLeft: margins.left }),
    ...(margins?.right !== undefined && { marginRight: margins.right }),
  }
}
