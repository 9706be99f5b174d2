import { Check, CircleMinus, OctagonAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { withUnits } from '../../shared/text/with-units.ts'
import { allergyParts } from '../../shared/ticket/allergy.ts'
import type { BagRow } from '../../shared/ticket/bag-check.ts'
import { type NodeWords, nodeText, type TicketNode } from '../../shared/ticket/ticket-tree.ts'
import { useKitchenWords, useNodeWords } from '../ticket/ticket-words.ts'
import { useFormats, useItemName } from '../ui/window/window-parts.ts'

/** The options that are in the dish, in one line. */
function optionsOf(node: TicketNode, words: NodeWords): string {
  const texts = node.children.flatMap((child): string[] =>
    child.kind === 'option' && !child.warns && !child.isNotMade
      ? [nodeText({ ...child, isGroupNamed: true, group: undefined }, words), optionsOf(child, words)]
      : [],
  )
  return texts.filter((text) => text !== '').join(' · ')
}

/** Removals and warnings anywhere inside. */
const remarksOf = (node: TicketNode): readonly TicketNode[] =>
  node.children.flatMap((child) => [...(child.kind === 'removal' || child.warns ? [child] : []), ...remarksOf(child)])

/** A text whose words about an allergy are marked. */
function Marked({ text }: { readonly text: string }) {
  const { allergy } = useKitchenWords()
  return (
    <bdi>
      {allergyParts(text, allergy).map(({ text: piece, warns }, index) => {
        const key = `${index}`
        return warns ? <mark key={key}>{piece}</mark> : <span key={key}>{piece}</span>
      })}
    </bdi>
  )
}

function Dish({ node }: { readonly node: TicketNode }) {
  const { t } = useTranslation('bag')
  const words = useNodeWords()
  const formats = useFormats()
  const nameOf = useItemName()
  const options = optionsOf(node, words)
  const quantity = node.quantity === 'unknown' ? undefined : (node.quantity ?? 1)
  const isNote = node.kind === 'note'
  return (
    <>
      {isNote ? (
        <span className="bag-quantity" />
      ) : (
        <span className="bag-quantity" data-one={quantity === 1 || undefined}>
          {formats.quantity(quantity, node.unit)}
        </span>
      )}
      <span className="bag-text">
        <span className="bag-name">
          {node.warns ? <Marked text={node.text} /> : <bdi>{withUnits(nameOf(node.text))}</bdi>}
        </span>
        {isNote ? <span className="bag-about">{t('asked')}</span> : null}
        {options === '' ? null : <span className="bag-about">{options}</span>}
        {remarksOf(node).map((remark, index) => {
          const key = `${index}`
          return (
            <span key={key} className="bag-remark" data-allergy={remark.warns || undefined}>
              {remark.warns ? <OctagonAlert aria-hidden /> : <CircleMinus aria-hidden />}
              {remark.warns ? <Marked text={nodeText(remark, words)} /> : <bdi>{nodeText(remark, words)}</bdi>}
            </span>
          )
        })}
      </span>
    </>
  )
}

type RowProps = { readonly row: BagRow; readonly isTicked: boolean; readonly onTick: () => void }

/** A row of the bag. The whole row is the target. */
export function BagRowButton({ row, isTicked, onTick }: RowProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [node] = row.nodes
  return (
    <button
      type="button"
      className="bag-row"
      data-kind={row.kind}
      data-bag-row={row.id}
      data-own={row.isOwn || undefined}
      aria-pressed={isTicked}
      onClick={onTick}
    >
      {row.kind === 'allergy' ? (
        <>
          <OctagonAlert aria-hidden />
          <span className="bag-text">
            {row.nodes.map(({ text }) => (
              <span key={text} className="bag-name">
                <Marked text={text} />
              </span>
            ))}
          </span>
        </>
      ) : row.kind === 'more' ? (
        <>
          <span className="bag-quantity" />
          <span className="bag-text">
            <span className="bag-name">{t('whole.moreLines', { number: formats.whole(row.moreLines ?? 0) })}</span>
          </span>
        </>
      ) : node === undefined ? null : (
        <Dish node={node} />
      )}
      <span className="bag-box">{isTicked ? <Check aria-hidden /> : null}</span>
    </button>
  )
}
