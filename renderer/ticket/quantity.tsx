import { isPieces } from '../../shared/ticket/ticket-tree.ts'
import { useFormats } from '../ui/window/window-parts.ts'

type Counted = { readonly quantity?: number | undefined; readonly unit?: string | undefined }

/** Width of a character of a quantity, in em of the dish. */
const CHARACTER_EM = 0.62
const SMALL_EM = 0.32
const PILL_EM = 0.5

/** Wider than "12×". */
const WIDE_EM = 2.4

const widthInEm = (text: string): number =>
  [...text].reduce((sum, character) => sum + (/[\p{L}\p{N}×?]/u.test(character) ? CHARACTER_EM : SMALL_EM), PILL_EM)

const isWide = (text: string): boolean => widthInEm(text) > WIDE_EM

/** The quantity of one piece is quiet, any other one is a pill. The unit of a wide one stands below its number. */
export function Quantity({ of: { quantity, unit } }: { readonly of: Counted }) {
  const text = useFormats().quantity(quantity, unit)
  const isHigh = isWide(text)
  return (
    <span
      className="quantity"
      data-one={(quantity === 1 && isPieces({ unit })) || undefined}
      data-high={isHigh || undefined}
    >
      {isHigh ? text.replaceAll('\u00a0', ' ') : text}
    </span>
  )
}

export type QuantityColumn = { readonly 'data-em': string; readonly 'data-wide': true | undefined }

/** Attributes for the quantities of one ticket: as wide as the widest, so that all names begin at the same place. */
export function useQuantityColumn(counted: readonly Counted[]): QuantityColumn {
  const formats = useFormats()
  const texts = counted.map(({ quantity, unit }) => formats.quantity(quantity, unit))
  const rows = texts.flatMap((text) => (isWide(text) ? text.split('\u00a0') : [text]))
  const em = Math.max(0, ...rows.map(widthInEm))
  return { 'data-em': em.toFixed(2), 'data-wide': em > WIDE_EM || undefined }
}
