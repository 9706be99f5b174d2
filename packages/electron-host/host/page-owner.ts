/** The functions that a page calls on its window or view. */
export type PageOwner = Readonly<{
  pageDestroyed: () => void
  closePage: () => void
  focusPage: () => void
  isPageFocused: () => boolean
}>
