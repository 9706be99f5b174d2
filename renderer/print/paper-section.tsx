import { useTranslation } from 'react-i18next'
import { PAPERS, type Paper } from '../../shared/contract/values.ts'
import { Choice } from '../controls/choice.tsx'
import type { SettingsSectionProps } from '../window/settings-section.ts'
import { useAnswer } from '../window/use-answer.ts'
import { useFormats } from '../window/window-parts.ts'

const MINUTE_MS = 60_000
const OFFLINE_CHOICES = [0, 5, 10, 20]

function PrinterChoice({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation()
  const found = useAnswer('print:printers', null)
  const { printer, printsNew, printsWhenOfflineMinutes } = settings.paper
  const needsName = printer === '' && (printsNew || printsWhenOfflineMinutes > 0)
  if (found === undefined) return <p role="status">{t('paper.looking')}</p>
  const printers = found.ok ? found.value : []
  // A chosen printer that is switched off now is still offered.
  const isMissing = printer !== '' && !printers.some(({ name }) => name === printer)
  return (
    <>
      {printers.length === 0 ? (
        <p className="failure" role="status" data-testid="no-printer">
          {t('paper.noPrinter')}
        </p>
      ) : null}
      {needsName && printers.length > 0 ? (
        <p className="failure" role="status" data-testid="printer-not-named">
          {t('failure.printer-not-named')}
        </p>
      ) : null}
      <Choice
        label={t('paper.printer')}
        value={printer}
        options={[
          { value: '', label: t('paper.printerDefault') },
          ...printers.map(({ name, label }) => ({ value: name, label })),
          ...(isMissing ? [{ value: printer, label: printer }] : []),
        ]}
        onChange={(name) => change({ paper: { printer: name } })}
      />
    </>
  )
}

/** Printer, paper, and what is printed automatically. */
export function PaperSection({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { paper } = settings
  const label = (size: Paper): string =>
    size === 'a4' ? t('paper.sheet') : t('paper.roll', { mm: formats.whole(Number.parseInt(size, 10)) })
  const minutes = [...new Set([...OFFLINE_CHOICES, paper.printsWhenOfflineMinutes])].toSorted((a, b) => a - b)
  return (
    <>
      <PrinterChoice settings={settings} change={change} />
      <Choice
        label={t('paper.size')}
        value={paper.paper}
        options={PAPERS.map((size) => ({ value: size, label: label(size) }))}
        onChange={(size) => change({ paper: { paper: size } })}
      />
      <Choice
        label={t('paper.printsNew')}
        value={paper.printsNew ? 'on' : 'off'}
        options={(['off', 'on'] as const).map((value) => ({ value, label: t(`paper.${value}`) }))}
        onChange={(value) => change({ paper: { printsNew: value === 'on' } })}
      />
      <Choice
        label={t('paper.whenOffline')}
        value={String(paper.printsWhenOfflineMinutes)}
        options={minutes.map((value) => ({
          value: String(value),
          label: value === 0 ? t('paper.never') : formats.duration(value * MINUTE_MS),
        }))}
        onChange={(value) => change({ paper: { printsWhenOfflineMinutes: Number(value) } })}
      />
    </>
  )
}
