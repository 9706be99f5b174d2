import { Printer } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PinGate } from '../lock/pin-gate.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { SearchField } from '../ui/controls/search-field.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { SettingsFailure, SettingsInForce, useSettings } from '../ui/window/settings-form.tsx'
import { useComanda } from '../ui/window/window-parts.ts'
import { type Found, SearchResults } from './search-results.tsx'
import { FIRST_SECTION, GROUPS, type SectionName, sectionOf, sectionsAt } from './sections.ts'
import '../lock/lock.css'
import { UndoChange } from './undo-change.tsx'
import './settings.css'

type NavProps = {
  readonly chosen: SectionName
  readonly sections: ReturnType<typeof sectionsAt>
  readonly onChoose: (name: SectionName) => void
}

/** The sections in their groups. The chosen one is always in sight. */
function SectionList({ chosen, sections, onChoose }: NavProps) {
  const { t } = useTranslation('settings')
  const list = useRef<HTMLElement>(null)
  const group = sections.find(({ name }) => name === chosen)?.group
  useEffect(() => {
    list.current?.querySelector(`[data-of="${group}"]`)?.scrollIntoView({ block: 'start', inline: 'start' })
    list.current?.querySelector(`[data-section="${chosen}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [group, chosen])
  return (
    <nav ref={list} className="settings-nav" aria-label={t('sections')}>
      {GROUPS.map((one) => (
        <fieldset key={one} className="settings-nav-group" data-of={one} aria-label={t(`group.${one}`)}>
          {sections
            .filter((section) => section.group === one)
            .map(({ name, Icon }) => (
              <button
                key={name}
                type="button"
                className="settings-tab"
                data-section={name}
                aria-pressed={name === chosen}
                onClick={() => onChoose(name)}
              >
                <Icon aria-hidden />
                {t(`tab.${name}`)}
              </button>
            ))}
        </fieldset>
      ))}
    </nav>
  )
}

/** Brings the row that was looked for into sight. */
function useFoundRow(section: RefObject<HTMLElement | null>, found: Found | undefined): void {
  useEffect(() => {
    if (found?.row === undefined) return
    const labels = section.current?.querySelectorAll('.row-label') ?? []
    const row = [...labels].find(({ textContent }) => textContent === found.row)?.closest('.row')
    row?.scrollIntoView({ block: 'center' })
    row?.setAttribute('data-found', '')
    return () => row?.removeAttribute('data-found')
  }, [section, found])
}

type SettingsProps = { readonly section?: SectionName | undefined }

function SettingsPage({ section = FIRST_SECTION }: SettingsProps) {
  const { t } = useTranslation(['translation', 'settings', 'history', 'paper'])
  const closeDialog = useComanda((state) => state.closeDialog)
  const openDialog = useComanda((state) => state.openDialog)
  const isScreen = useComanda((state) => state.connection.isScreen)
  const { locale } = useSettings().settings
  const sections = sectionsAt(isScreen)
  const [found, setFound] = useState<Found>()
  const [search, setSearch] = useState('')
  const page = useRef<HTMLDivElement>(null)
  useFoundRow(page, found)
  const { name, group, Section } = sectionOf(found?.section ?? section)
  const show = (next: Found): void => {
    setFound(next)
    setSearch('')
    page.current?.scrollTo({ top: 0 })
  }
  const above = (
    <>
      <SearchField
        data-testid="settings-search"
        label={t('settings:search.label')}
        value={search}
        maxLength={60}
        onChange={setSearch}
      />
      <button
        type="button"
        className="button page-tool"
        data-testid="print-open"
        aria-label={t('paper:printOpen')}
        onClick={() => openDialog({ kind: 'print' })}
      >
        <Printer aria-hidden />
        <span className="settings-tool-words">{t('paper:printOpen')}</span>
      </button>
      <OrdersAbove />
      <UndoChange />
    </>
  )
  return (
    <DialogFrame
      testId="settings-dialog"
      title={t('settings.title')}
      back={t('history:board')}
      onClose={closeDialog}
      above={above}
    >
      <div className="settings-body">
        <div className="settings-groups">
          <Segments
            hook="group"
            label={t('settings:sections')}
            value={group}
            values={GROUPS.filter((one) => sections.some((section) => section.group === one))}
            word={(one) => t(`settings:group.${one}`)}
            onChange={(one) => {
              const first = sections.find((section) => section.group === one)
              if (first !== undefined) show({ section: first.name })
            }}
          />
        </div>
        <SectionList chosen={name} sections={sections} onChoose={(chosen) => show({ section: chosen })} />
        <div ref={page} className="settings-section" data-testid="settings-section">
          <SettingsFailure />
          {search.trim() === '' ? (
            <>
              <h2 className="settings-title">{t(`settings:tab.${name}`)}</h2>
              <Section key={`${name} ${locale}`} />
            </>
          ) : (
            <SearchResults search={search} sections={sections} onFound={show} />
          )}
        </div>
      </div>
    </DialogFrame>
  )
}

/** The settings of a kitchen, in four groups. A change takes effect at once and can be undone. */
export const SettingsDialog = ({ section }: SettingsProps) => (
  <PinGate>
    <SettingsInForce>
      <SettingsPage section={section} />
    </SettingsInForce>
  </PinGate>
)
