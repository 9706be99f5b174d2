import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react'
import { useComanda } from './window-parts.ts'

/** Takes the place of a dialog whose code cannot be read, from a failing disk perhaps: the board stays as it is. */
function Unavailable() {
  const { closeDialog, pinRequest } = useComanda((state) => state)
  useEffect(() => {
    pinRequest?.settle(false)
    closeDialog()
  }, [closeDialog, pinRequest])
  return null
}

/** A dialog that is loaded when it is wanted: the board has to open fast every time. */
export const loadLater = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await load().catch((): ComponentType<P> => Unavailable) }))
