import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslation } from 'react-i18next'
import { useFocusOnShow } from './focus-on-show.ts'

type DialogFrameProps = {
  readonly testId: string
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Shown beside the title. It has the height of the title bar, so the content keeps its place. */
  readonly above?: ReactNode
  /** Present: a page, which fills the window below its header. These are the words of the button that leads back. */
  readonly back?: string
  /** The button that leads back stands in the foot of the page, drawn by its content. */
  readonly hasBackInFoot?: boolean
}

/** A modal dialog. It keeps the focus and closes with Escape or its first or last button, not with a touch outside. */
export function DialogFrame({
  testId,
  title,
  onClose,
  children,
  above,
  back,
  hasBackInFoot = false,
}: DialogFrameProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLElement>(null)
  useFocusOnShow(dialog)
  const kind = back === undefined ? '' : 'is-page'
  return (
    <ModalOverlay className={`overlay ${kind}`} isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Modal className={`modal ${kind}`}>
        <Dialog ref={dialog} className={`dialog ${kind}`} data-testid={testId}>
          <div className="dialog-head">
            {back === undefined || hasBackInFoot ? null : (
              <Button className="button page-back" data-command="back" onPress={onClose}>
                <ArrowLeft aria-hidden />
                {back}
              </Button>
            )}
            <Heading slot="title" className="dialog-title">
              {title}
            </Heading>
            {above}
            {back === undefined ? (
              <Button className="icon-button" aria-label={t('action.close')} onPress={onClose}>
                <X aria-hidden />
              </Button>
            ) : null}
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
