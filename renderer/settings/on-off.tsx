import { useTranslation } from 'react-i18next'
import { Choice } from '../controls/choice.tsx'

type OnOffProps = { readonly label: string; readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }

/** A switch that shows both of its words. */
export function OnOff({ label, isOn, onChange }: OnOffProps) {
  const { t } = useTranslation('settings')
  return (
    <Choice
      label={label}
      value={isOn ? 'on' : 'off'}
      options={[
        { value: 'off', label: t('off') },
        { value: 'on', label: t('on') },
      ]}
      onChange={(value) => onChange(value === 'on')}
    />
  )
}
