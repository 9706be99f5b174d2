import { X } from 'lucide-react'
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
}

/** A modal dialog. It keeps the focus and closes with Escape or its cross, not with a touch outside. */
export function DialogFrame({ testId, title, onClose, children, above }: DialogFrameProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLElement>(null)
  useFocusOnShow(dialog)
  return (
    <ModalOverlay className="overlay" isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Modal className="modal">
        <Dialog ref={dialog} className="dialog" data-testid={testId}>
          <div className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {title}
            </Heading>
            {above}
            <Button className="icon-button" aria-label={t('action.close')} onPress={onClose}>
              <X aria-hidden />
            </Button>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
