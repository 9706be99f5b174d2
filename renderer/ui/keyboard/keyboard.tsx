import { ArrowBigUp, ArrowBigUpDash, Check, Delete, Space } from 'lucide-react'
import { type PointerEvent, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { LocaleContext } from '../window/window-parts.ts'
import { fieldKindOf, type TextElement } from './follow-fields.ts'
import { type Key, type KeyAction, type Page, rowsFor } from './layouts.ts'
import './keyboard.css'

/** `once`: for the next letter only. */
type Shift = 'off' | 'once' | 'locked'
const NEXT_SHIFT: Readonly<Record<Shift, Shift>> = { off: 'once', once: 'locked', locked: 'off' }

/** Sets the height of the page to the space above the keyboard, and scrolls the field into view. */
function useSpaceAbove(field: TextElement) {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    const follow = (): void => {
      style.setProperty('--keyboard', `${panel.current?.offsetHeight ?? 0}px`)
      field.scrollIntoView({ block: 'nearest' })
    }
    const sizes = new ResizeObserver(follow)
    if (panel.current) sizes.observe(panel.current)
    dataset.keyboard = 'open'
    follow()
    return () => {
      sizes.disconnect()
      delete dataset.keyboard
      style.removeProperty('--keyboard')
    }
  }, [field])
  return panel
}

type KeyboardProps = { readonly field: TextElement; readonly onDone: () => void }

/** Keys for the field, at the bottom of the window. A touch of a key does not move the focus out of the field. */
export function Keyboard({ field, onDone }: KeyboardProps) {
  const { t } = useTranslation(['keyboard', 'settings'])
  const locale = useContext(LocaleContext)
  const kind = fieldKindOf(field)
  const [page, setPage] = useState<Page>('letters')
  const [shift, setShift] = useState<Shift>('off')
  const panel = useSpaceAbove(field)

  const write = (text: string): void => {
    writeText(field, text)
    if (shift === 'once') setShift('off')
  }
  const shown = (text: string): string => (shift === 'off' ? text : text.toLocaleUpperCase(locale))
  const actions: Readonly<Record<KeyAction, { readonly face: ReactNode; readonly act: () => void }>> = {
    shift: {
      face: shift === 'locked' ? <ArrowBigUpDash aria-hidden /> : <ArrowBigUp aria-hidden />,
      act: () => setShift(NEXT_SHIFT[shift]),
    },
    delete: { face: <Delete aria-hidden />, act: () => deleteBack(field) },
    page: {
      face: t(page === 'letters' ? 'symbols' : 'letters'),
      act: () => setPage(page === 'letters' ? 'symbols' : 'letters'),
    },
    space: { face: <Space aria-hidden />, act: () => write(' ') },
    done: {
      face: (
        <>
          <Check aria-hidden />
          {t('key.done')}
        </>
      ),
      act: onDone,
    },
  }
  const keyOf = (key: Key) => {
    if ('text' in key) return <KeyButton key={key.text} face={shown(key.text)} onPress={() => write(shown(key.text))} />
    const { face, act } = actions[key.action]
    return (
      <KeyButton
        key={key.action}
        name={key.action}
        label={t(`key.${key.action}`)}
        face={face}
        repeats={key.action === 'delete'}
        {...(key.action === 'shift' ? { isPressed: shift !== 'off' } : {})}
        onPress={act}
      />
    )
  }
  return createPortal(
    // React Aria hides everything outside an open dialog, except elements with this attribute.
    <section
      ref={panel}
      className="keyboard"
      data-testid="keyboard"
      data-kind={kind}
      data-react-aria-top-layer="true"
      aria-label={t('settings:name.onScreenKeyboard')}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div className="keyboard-keys">
        {rowsFor(locale, kind, page).map((row) => (
          <div key={row.map((key) => ('text' in key ? key.text : key.action)).join(' ')} className="keyboard-row">
            {row.map(keyOf)}
          </div>
        ))}
      </div>
    </section>,
    document.body,
  )
}

/**
 * Writes at the caret like a keyboard: the browser replaces the selection, applies `maxlength`, records the change for undo
 * and fires `beforeinput` and `input`, which controlled fields need. Only `execCommand` does all of this. It acts on the
 * element that has the focus.
 */
function writeText(field: TextElement, text: string): void {
  if (document.activeElement !== field) field.focus()
  document.execCommand('insertText', false, text)
}

/** Deletes the selection, or the character before the caret. */
function deleteBack(field: TextElement): void {
  if (document.activeElement !== field) field.focus()
  document.execCommand('delete')
}

const REPEAT_AFTER_MS = 450
const REPEAT_EVERY_MS = 90

type KeyButtonProps = {
  readonly face: ReactNode
  /** For assistive technology. */
  readonly label?: string
  readonly name?: KeyAction
  /** Whether the key repeats while it is held. */
  readonly repeats?: boolean
  readonly isPressed?: boolean
  readonly onPress: () => void
}

/**
 * A key that acts on touch, not on release, so that two fingers can type fast. Assistive technology presses it with a click
 * without a pointer.
 */
function KeyButton({ face, label, name, repeats = false, isPressed, onPress }: KeyButtonProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onPress)
  latest.current = onPress
  const release = (): void => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])

  const press = (event: PointerEvent): void => {
    // Keeps the focus in the field.
    event.preventDefault()
    if (event.button !== 0) return
    onPress()
    if (!repeats) return
    const again = (): void => {
      latest.current()
      timer.current = setTimeout(again, REPEAT_EVERY_MS)
    }
    release()
    timer.current = setTimeout(again, REPEAT_AFTER_MS)
  }
  return (
    <button
      type="button"
      className="keyboard-key"
      data-key={name}
      aria-label={label}
      aria-pressed={isPressed}
      tabIndex={-1}
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onClick={({ detail }) => {
        if (detail === 0) onPress()
      }}
    >
      {face}
    </button>
  )
}
