import { CircleMinus, OctagonAlert, StickyNote } from 'lucide-react'
import { type NodePart, nodeParts, nodeText, type TicketNode } from '../../shared/ticket/ticket-tree.ts'
import { LONG_NOTE } from '../places/estimate.ts'
import { useWords } from '../window/window-parts.ts'
import { useNodeWords } from './ticket-words.ts'

/** A number stays on the line of its unit: "350 ml". */
const withUnits = (text: string): string => text.replaceAll(/(\d) (?=\p{L}{1,6}(?:$|[\s,.)]))/gu, '$1\u00a0')

/** Options up to this length are not broken. */
const UNBROKEN = 17

/** @param prefix of the class: a dish is larger than its options */
function Part({ part: { role, pieces }, prefix }: { readonly part: NodePart; readonly prefix: 'line' | 'node' }) {
  const marked = pieces.map(({ text, warns }, index) => {
    const key = `${index}`
    return warns ? <mark key={key}>{text}</mark> : <span key={key}>{withUnits(text)}</span>
  })
  const className = role === 'text' ? `${prefix}-name` : `${prefix}-${role}`
  const isForeign = role === 'text' || role === 'group' || role === 'was'
  return isForeign ? <bdi className={className}>{marked}</bdi> : <span className={className}>{marked}</span>
}

/** The text of an item, an option or a note, in its parts. The parts of one text have no ids, and are never reordered. */
export function NodeText({ node }: { readonly node: TicketNode }) {
  return nodeParts(node, useNodeWords()).map((part, index) => {
    const key = `${index}`
    return <Part key={key} part={part} prefix={node.kind === 'dish' ? 'line' : 'node'} />
  })
}

/** A note, or an option with an allergy word, which is highlighted and labelled. */
export function TicketNote({ node }: { readonly node: TicketNode }) {
  const t = useWords()
  const { warns, text } = node
  const Icon = warns ? OctagonAlert : StickyNote
  return (
    <span
      className="note"
      data-allergy={warns || undefined}
      data-change={node.change}
      data-long={text.length > LONG_NOTE || undefined}
    >
      <Icon aria-hidden />
      <span>
        {warns ? (
          <>
            <span className="note-label">{t('ticket.allergy')}</span>
            {/* For assistive technology; on the screen the words are marked. */}
            <span className="visually-hidden">{t('ticket.allergyFound')}</span>
          </>
        ) : null}
        <NodeText node={node} />
      </span>
    </span>
  )
}

/** An option with everything below it. A removal has a sign of its own form. */
function OptionNode({ node }: { readonly node: TicketNode }) {
  return (
    <span
      className="option"
      data-kind={node.kind}
      data-change={node.change}
      data-parts={node.warns || node.children.length > 0 || undefined}
      data-short={nodeText(node, useNodeWords()).length <= UNBROKEN || undefined}
    >
      {node.warns ? (
        <TicketNote node={node} />
      ) : (
        <span className="option-name">
          {node.kind === 'removal' ? <CircleMinus className="removal-sign" aria-hidden /> : null}
          <NodeText node={node} />
        </span>
      )}
      <NodeChildren nodes={node.children} />{' '}
    </span>
  )
}

/** The options of an item or an option, then its notes. Keys by position: the same option or note may occur twice. */
export function NodeChildren({ nodes }: { readonly nodes: readonly TicketNode[] }) {
  const keyed = nodes.map((node, index) => ({ node, key: `${index}` }))
  const isNote = ({ kind }: TicketNode): boolean => kind === 'note' || kind === 'fact'
  const options = keyed.filter(({ node }) => !isNote(node))
  return (
    <>
      {options.length === 0 ? null : (
        <span className="options">
          {options.map(({ node, key }) => (
            <OptionNode key={key} node={node} />
          ))}
        </span>
      )}
      {keyed.map(({ node, key }) => (isNote(node) ? <TicketNote key={key} node={node} /> : null))}
    </>
  )
}
