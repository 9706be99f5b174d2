import { CircleCheck, CircleDashed, Repeat, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PracticeBest, PracticeReport } from '../../shared/contract/contract.ts'
import { ACCEPT_WITHIN_MINUTES } from '../../shared/contract/practice.ts'
import { betterPractice } from '../../shared/contract/practice-score.ts'
import { PushButton } from '../ui/controls/push-button.tsx'
import '../ui/styles/rows.css'
import { useFormats } from '../ui/window/window-parts.ts'

/** The best practice of a scenario in one line. */
export function useBestWords(): (best: PracticeBest) => string {
  const { t } = useTranslation('practice')
  const formats = useFormats()
  return ({ grade, acceptedInTime, toAccept }) =>
    t('best', {
      grade: t(`grade.${grade}`),
      accepted: t('of', { done: formats.whole(acceptedInTime), all: formats.whole(toAccept) }),
    })
}

/** The figures of a practice. */
function ScoreFigures({ report }: { readonly report: PracticeReport }) {
  const { t } = useTranslation('practice')
  const formats = useFormats()
  const { acceptedInTime, toAccept, cookedAfterStop, stops, longestUnseen, longestStop } = report.sheet
  const waited = (longest: typeof longestUnseen): string =>
    longest === undefined
      ? t('none')
      : t('waited', { time: formats.duration(longest.ms), displayId: longest.displayId })
  const accepted = t('of', { done: formats.whole(acceptedInTime), all: formats.whole(toAccept) })
  const figures = [
    ['accepted', t('accepted', { minutes: ACCEPT_WITHIN_MINUTES }), accepted],
    ['unseen', t('unseen'), waited(longestUnseen)],
    ['cooked', t('cooked'), formats.whole(cookedAfterStop)],
    ...(stops === 0 ? [] : [['stop', t('stop'), waited(longestStop)] as const]),
  ] as const
  return (
    <dl className="score-figures">
      {figures.map(([key, label, value]) => (
        <div key={key} className="row" data-figure={key}>
          <dt className="row-label">{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const ICONS = { good: CircleCheck, almost: CircleDashed, again: Repeat } as const

/** How the practice went in one word, what to do better, and the best one so far. */
export function Score({ report }: { readonly report: PracticeReport }) {
  const { t } = useTranslation('practice')
  const bestWords = useBestWords()
  const { ending, name, sheet, bestBefore } = report
  const { advice, grade } = sheet
  const Icon = grade === undefined ? undefined : ICONS[grade]
  const isBest = ending !== 'interrupted' && betterPractice(bestBefore, sheet) !== bestBefore
  const best = isBest ? t('isBest') : bestBefore && bestWords(bestBefore)
  return (
    <div className="score-words" data-grade={grade}>
      {Icon === undefined || grade === undefined ? null : (
        <p className="score-grade">
          <Icon aria-hidden />
          {t(`grade.${grade}`)}
        </p>
      )}
      {ending === 'interrupted' ? <p>{t('interrupted')}</p> : null}
      <p className="score-advice" data-advice={advice}>
        <strong>{t(`advice.${advice}`)}</strong> {advice === 'good' ? t(`scenario.lesson.${name}`) : null}
      </p>
      {best === undefined ? null : (
        <p className="score-best" data-best={isBest ? 'this' : 'before'}>
          <Trophy aria-hidden />
          {best}
        </p>
      )}
      <ScoreFigures report={report} />
    </div>
  )
}

type ScorePageProps = {
  readonly report: PracticeReport
  readonly header: ReactNode
  readonly onBack: () => void
  readonly onAgain: () => void
}

/** The result of a practice, shown in place of its board. After a good one the next step is the real board, else one more. */
export function ScorePage({ report, header, onBack, onAgain }: ScorePageProps) {
  const { t } = useTranslation('practice')
  const isGood = report.sheet.grade === 'good'
  const back = (
    <PushButton
      key="back"
      kind={isGood ? 'primary' : undefined}
      data-practice="back"
      label={t('back')}
      onPress={onBack}
      autoFocus
    />
  )
  const again = (
    <PushButton
      key="again"
      kind={isGood ? undefined : 'primary'}
      data-practice="again"
      label={t('again')}
      onPress={onAgain}
    />
  )
  return (
    <>
      {header}
      <main className="score" aria-label={t('tab')} data-testid="score-sheet" data-ending={report.ending}>
        <h2 className="score-title">{t('title', { name: t(`scenario.name.${report.name}`) })}</h2>
        <Score report={report} />
        <div className="score-foot">{isGood ? [again, back] : [back, again]}</div>
      </main>
    </>
  )
}
