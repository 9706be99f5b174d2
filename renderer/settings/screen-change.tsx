import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { useTranslation } from 'react-i18next'
import type { PairedScreen, ScreenDuty } from '../../shared/screens.ts'
import { SCREEN_ROLES } from '../../shared/views.ts'
import { Choice } from '../controls/choice.tsx'
import { useComanda } from '../window/window-parts.ts'

const MAX_NAME = 40

type ScreenChangeProps = {
  readonly screen: PairedScreen
  readonly onCancel: () => void
  readonly onSave: (changed: ScreenDuty & { readonly name: string }) => void
}

/** Changes the name of a screen, its role and its preparation station. */
export function ScreenChange({ screen, onCancel, onSave }: ScreenChangeProps) {
  const { t } = useTranslation('settings')
  const stations = useComanda((state) => state.settings?.stations) ?? []
  const known = screen.wanted ?? screen.use
  const [name, setName] = useState(screen.name)
  const [role, setRole] = useState(known?.role ?? 'all')
  const [station, setStation] = useState(known?.station ?? '')
  const lacksStation = role === 'prep' && !stations.some((one) => one.name === station)
  return (
    <div className="screens-change" data-testid="screen-change-form">
      <TextField className="field" value={name} onChange={setName}>
        <Label>{t('screens.name')}</Label>
        <Input className="field-input" autoComplete="off" maxLength={MAX_NAME} />
      </TextField>
      <Choice
        label={t('role.label')}
        value={role}
        options={SCREEN_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        onChange={setRole}
      />
      {role !== 'prep' ? null : stations.length === 0 ? (
        <p className="settings-hint">{t('role.noStations')}</p>
      ) : (
        <Choice
          label={t('role.station')}
          value={station}
          options={stations.map((one) => ({ value: one.name, label: one.name }))}
          onChange={setStation}
        />
      )}
      <div className="dialog-buttons">
        <Button className="button" onPress={onCancel}>
          {t('screens.stop')}
        </Button>
        <Button
          className="button button-primary"
          data-testid="screen-save"
          isDisabled={name.trim() === '' || lacksStation}
          onPress={() => onSave({ name: name.trim(), role, station })}
        >
          {t('screens.save')}
        </Button>
      </div>
    </div>
  )
}
