import type { ReactNode } from 'react'
import type { Limits } from '../../../shared/contract/values.ts'
import { NumberStepper } from './number-stepper.tsx'
import { Row, type RowWords } from './row.tsx'
import { Segments } from './segments.tsx'
import { ValueStepper } from './stepper.tsx'
import { Switch } from './switch.tsx'

export type Plain = string | number | boolean

/** The attributes that find a row. */
export type RowHooks = {
  readonly 'data-setting'?: string
  readonly 'data-part'?: string
  readonly 'data-state'?: string
}
type Labelled = RowHooks & Omit<RowWords, 'label'> & { readonly label: string }

export type ChoiceRowProps<V extends Plain> = Labelled & {
  readonly value: V | undefined
  readonly values: readonly V[]
  readonly word?: (value: V) => ReactNode
  readonly onChange: (value: V) => void
}

/** A row with two to four choices. */
export const ChoiceRow = <V extends Plain>({ value, values, word, onChange, ...row }: ChoiceRowProps<V>) => (
  <Row {...row}>
    <Segments
      label={row.label}
      value={value}
      values={values}
      {...(word === undefined ? {} : { word })}
      onChange={onChange}
    />
  </Row>
)

/** A row with a few ordered values. */
export const ValueRow = ({
  value,
  values,
  word,
  onChange,
  ...row
}: Labelled & {
  readonly value: number
  readonly values: readonly number[]
  readonly word: (value: number) => string
  readonly onChange: (value: number) => void
}) => (
  <Row {...row}>
    <ValueStepper label={row.label} value={value} values={values} word={word} onChange={onChange} />
  </Row>
)

type NumberRowProps = Labelled &
  Limits & { readonly value: number; readonly step?: number; readonly onChange: (value: number) => void }

/** A row with a whole number. */
export const NumberRow = ({ value, min, max, step = 1, onChange, ...row }: NumberRowProps) => (
  <Row {...row}>
    <NumberStepper label={row.label} value={value} min={min} max={max} step={step} onChange={onChange} />
  </Row>
)

type SwitchRowProps = Labelled & { readonly value: boolean; readonly onChange: (isOn: boolean) => void }

/** A row that is on or off. */
export const SwitchRow = ({ value, onChange, ...row }: SwitchRowProps) => (
  <Row {...row}>
    <Switch label={row.label} isOn={value} onChange={onChange} />
  </Row>
)
