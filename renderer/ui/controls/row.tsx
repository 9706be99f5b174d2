import type { HTMLAttributes, ReactNode } from 'react'
import '../styles/rows.css'

export type RowWords = {
  readonly label: ReactNode
  /** One line below the label; never the only place of a fact. */
  readonly help?: ReactNode
}
type RowProps = HTMLAttributes<HTMLDivElement> & RowWords

/** One line of a page: its words on the left, its control on the right. */
export function Row({ label, help, children, ...attributes }: RowProps) {
  return (
    <div {...attributes} className="row">
      <div className="row-words">
        <span className="row-label">{label}</span>
        {help === undefined ? null : <span className="row-help">{help}</span>}
      </div>
      {children === undefined ? null : <div className="row-control">{children}</div>}
    </div>
  )
}
