import type { HTMLAttributes } from 'react'

/** A part of a page with its title, which names it for screen readers. */
export function Group({ title, children, ...attributes }: HTMLAttributes<HTMLElement> & { readonly title: string }) {
  return (
    <section {...attributes} className="settings-group rows" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
