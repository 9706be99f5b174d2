import { ChefHat, Store } from 'lucide-react'
import { VIEWS, type View } from '../../shared/contract/values.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { useComanda, useWindowParts, useWords } from '../ui/window/window-parts.ts'

const ICONS = { kitchen: ChefHat, counter: Store } as const

/** Switches the view at once and stores the choice for the next start. */
export function ViewSwitch() {
  const t = useWords()
  const { bridge } = useWindowParts()
  const view = useComanda((state) => state.view) ?? 'kitchen'
  const showView = useComanda((state) => state.showView)
  const choose = (wanted: View): void => {
    showView(wanted)
    void callSafely(() => bridge.call['view:remember']({ view: wanted }))
  }
  return (
    <fieldset className="view-switch" data-testid="view-switch">
      <legend className="visually-hidden">{t('counter.switch')}</legend>
      {VIEWS.map((one) => {
        const Icon = ICONS[one]
        return (
          <button
            key={one}
            type="button"
            className="view-button"
            data-view={one}
            aria-pressed={one === view}
            onClick={() => choose(one)}
          >
            <Icon aria-hidden />
            <span className="view-words">{t(`counter.${one}`)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
