import { useTranslation } from 'react-i18next'
import type { PracticeReport } from '../../shared/contract/contract.ts'
import { ACCEPT_WITHIN_MINUTES } from '../../shared/contract/practice.ts'
import { PushButton } from '../controls/push-button.tsx'
import { useFormats } from '../window/window-parts.ts'

/** The figures of a practice and one sentence of advice. */
export function ScoreFigures({ report }: { readonly report: PracticeReport }) {
  const { t } = useTranslation('practice')
  const formats = useFormats()
  const { acceptedInTime, toAccept, cookedAfterStop, stops, longestUnseen, longestStop, advice } = report.sheet
  const waited = (longest: typeof longestUnseen): string =>
    longest === undefined
      ? t('none')
      : t('waited', { time: formats.duration(longest.ms), displayId: longest.displayId })
  const of = (done: number, all: number): string => t('of', { done: formats.whole(done), all: formats.whole(all) })
  const figures = [
    ['accepted', t('accepted', { minutes: ACCEPT_WITHIN_MINUTES }), of(acceptedInTime, toAccept)],
    ['cooked', t('cooked'), formats.whole(cookedAfterStop)],
    ['unseen', t('unseen'), waited(longestUnseen)],
    ...(stops === 0 ? [] : [['stop', t('stop'), waited(longestStop)] as const]),
  ] as const
  return (
    <>
      <dl className="rows score-figures" data-testid="score-sheet" data-ending={report.ending}>
        {figures.map(([key, label, value]) => (
          <div key={key} data-figure={key}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {report.ending === 'interrupted' ? <p>{t('interrupted')}</p> : null}
      <p className="score-advice" data-advice={advice}>
        <strong>{t(`advice.${advice}`)}</strong> {advice === 'good' ? t(`scenario.lesson.${report.name}`) : null}
      </p>
    </>
  )
}

type ScorePageProps = {
  readonly report: PracticeReport
  readonly onBack: () => void
  readonly onAgain: () => void
}

/** The result of a practice, shown in place of its board. */
export function ScorePage({ report, onBack, onAgain }: ScorePageProps) {
  const { t } = useTranslation('practice')
  return (
    <main className="score" aria-label={t('tab')}>
      <section className="score-sheet">
        <h2>{t('title', { name: t(`scenario.name.${report.name}`) })}</h2>
        <ScoreFigures report={report} />
        <div className="dialog-buttons">
          <PushButton data-practice="again" label={t('again')} onPress={onAgain} />
          <PushButton kind="primary" data-practice="back" label={t('back')} onPress={onBack} autoFocus />
        </div>
      </section>
    </main>
  )
}
