/** What a page needs of the window or the view that shows it. */
export type PageOwner = Readonly<{
  /** Its page is gone. */
  pageDestroyed: () => void
  pageTitled: (title: string) => void
  closePage: () => void
  focusPage: () => void
  isPageFocused: () => boolean
}>
