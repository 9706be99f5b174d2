import { Plus, Trash2 } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrepStation } from '../../shared/contract/settings.ts'
import { PushButton } from '../ui/controls/push-button.tsx'
import { WordChips } from '../ui/controls/word-chips.tsx'
import { useSettings } from '../ui/window/settings-form.tsx'

const MAX_NAME = 40
const MAX_STATIONS = 20

type NameFieldProps = {
  readonly name: string
  readonly isNew?: boolean
  readonly onName: (name: string) => void
}

/** The name of a station. It is stored when the field is left, or with Enter. */
function NameField({ name, isNew = false, onName }: NameFieldProps) {
  const { t } = useTranslation('settings')
  const [draft, setDraft] = useState(name)
  const store = ({ currentTarget }: FocusEvent<HTMLInputElement>): void => {
    // A page that is hidden keeps what was typed.
    if (!currentTarget.checkVisibility()) return
    const next = draft.trim()
    if (next === '' && !isNew) setDraft(name)
    else if (next !== name || isNew) onName(next)
  }
  const onKey = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void => {
    if (key === 'Enter') currentTarget.blur()
  }
  return (
    <input
      ref={isNew ? (field) => field?.focus() : undefined}
      className="field-input settings-name"
      aria-label={t('words.stationName')}
      placeholder={t('words.stationName')}
      autoComplete="off"
      maxLength={MAX_NAME}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={store}
      onKeyDown={onKey}
    />
  )
}

type StationProps = {
  readonly station: PrepStation
  readonly onChange: (station: PrepStation) => void
  readonly onRemove: () => void
}

function Station({ station, onChange, onRemove }: StationProps) {
  const { t } = useTranslation('settings')
  const { name, keywords } = station
  return (
    <section className="settings-station" data-station={name} aria-label={name}>
      <NameField name={name} onName={(next) => onChange({ ...station, name: next })} />
      <button
        type="button"
        className="settings-remove"
        data-command="remove"
        aria-label={`${t('words.removeStation')}: ${name}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden />
      </button>
      <WordChips
        label={t('words.stationWords', { name })}
        words={keywords}
        onChange={(words) => onChange({ ...station, keywords: words })}
      />
    </section>
  )
}

/** The stations of the kitchen, with the words of their items. */
export function StationsSection() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const { stations, station } = settings
  const [isAdding, setAdding] = useState(false)
  const isTaken = (name: string): boolean => stations.some((one) => one.name === name)
  const add = (name: string): void => {
    setAdding(false)
    if (name !== '' && !isTaken(name)) change({ stations: [...stations, { name, keywords: [] }] })
  }
  const replace = (before: PrepStation, next: PrepStation): void => {
    if (next.name !== before.name && isTaken(next.name)) return
    change({
      stations: stations.map((one) => (one === before ? next : one)),
      ...(station === before.name ? { station: next.name } : {}),
    })
  }
  const remove = (gone: PrepStation): void =>
    change({
      stations: stations.filter((one) => one !== gone),
      ...(station === gone.name ? { station: '' } : {}),
    })
  return (
    <section data-setting="stations" aria-label={t('name.stations')}>
      <p className="row-help">{t('words.stationsExplain')}</p>
      {stations.map((one) => (
        <Station key={one.name} station={one} onChange={(next) => replace(one, next)} onRemove={() => remove(one)} />
      ))}
      {isAdding ? (
        <div className="settings-station">
          <NameField name="" isNew onName={add} />
        </div>
      ) : (
        <div className="settings-buttons">
          <PushButton
            data-command="add-station"
            Icon={Plus}
            label={t('words.addStation')}
            isDisabled={stations.length >= MAX_STATIONS}
            onPress={() => setAdding(true)}
          />
        </div>
      )}
    </section>
  )
}
