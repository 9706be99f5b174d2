import { useTranslation } from 'react-i18next'

type SwitchProps = {
  /** Read by assistive technology only. */
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** On or off, with its word. */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  const { t } = useTranslation('settings')
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOn}
      aria-label={label}
      onClick={() => onChange(!isOn)}
    >
      {t(isOn ? 'on' : 'off')}
      <span className="switch-track" aria-hidden />
    </button>
  )
}
