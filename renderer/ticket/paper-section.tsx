import { useTranslation } from 'react-i18next'
import { PAPERS } from '../../shared/contract/values.ts'
import { Picks } from '../ui/controls/picks.tsx'
import { Row } from '../ui/controls/row.tsx'
import { ChoiceRow, SwitchRow } from '../ui/controls/row-kinds.tsx'
import { withCurrent } from '../ui/design/screen-choices.ts'
import { useSettings } from '../ui/window/settings-form.tsx'
import { useAnswer } from '../ui/window/use-answer.ts'
import { useFormats } from '../ui/window/window-parts.ts'

const MINUTE_MS = 60_000
const OFFLINE_CHOICES = [0, 5, 10, 20]

function PrinterChoice() {
  const { t } = useTranslation(['translation', 'paper'])
  const { settings, change } = useSettings()
  const found = useAnswer('print:printers', null)
  const { printer, printsNew, printsWhenOfflineMinutes } = settings.paper
  if (found === undefined) return <p role="status">{t('paper:looking')}</p>
  const labels = new Map((found.ok ? found.value : []).map(({ name, label }) => [name, label]))
  const isNone = labels.size === 0
  // A chosen printer that is switched off now is still offered.
  if (printer !== '' && !labels.has(printer)) labels.set(printer, printer)
  const needsName = printer === '' && (printsNew || printsWhenOfflineMinutes > 0)
  return (
    <>
      {isNone || needsName ? (
        <p className="failure" role="status" data-testid={isNone ? 'no-printer' : 'printer-not-named'}>
          {t(isNone ? 'paper:noPrinter' : 'failure.printer-not-named')}
        </p>
      ) : null}
      <section data-setting="paper.printer" aria-label={t('paper:printer')}>
        <Row label={t('paper:printer')} />
        <Picks
          label={t('paper:printer')}
          value={printer}
          values={['', ...labels.keys()]}
          word={(name) => labels.get(name) ?? t('paper:printerDefault')}
          onChange={(name) => change({ paper: { printer: name } })}
        />
      </section>
    </>
  )
}

/** Printer, paper, and what is printed automatically. */
export function PaperSection() {
  const { t } = useTranslation(['settings', 'paper'])
  const formats = useFormats()
  const { settings, change } = useSettings()
  const { paper, printsNew, printsWhenOfflineMinutes } = settings.paper
  return (
    <>
      <PrinterChoice />
      <ChoiceRow
        data-setting="paper.paper"
        label={t('paper:size')}
        value={paper}
        values={PAPERS}
        word={(size) =>
          size === 'a4' ? t('paper:sheet') : t('paper:roll', { mm: formats.whole(Number.parseInt(size, 10)) })
        }
        onChange={(size) => change({ paper: { paper: size } })}
      />
      <SwitchRow
        data-setting="paper.printsNew"
        label={t('paper:printsNew')}
        value={printsNew}
        onChange={(isOn) => change({ paper: { printsNew: isOn } })}
      />
      <ChoiceRow
        data-setting="paper.printsWhenOfflineMinutes"
        label={t('paper:whenOffline')}
        value={printsWhenOfflineMinutes}
        values={withCurrent(OFFLINE_CHOICES, printsWhenOfflineMinutes)}
        word={(minutes) => (minutes === 0 ? t('never') : formats.duration(minutes * MINUTE_MS))}
        onChange={(minutes) => change({ paper: { printsWhenOfflineMinutes: minutes } })}
      />
    </>
  )
}
