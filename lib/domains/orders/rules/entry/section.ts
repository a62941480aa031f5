import { InputError } from '../../../../rules/input-error.ts'
import type { Check, RuleMessage } from '../../../../rules/rule-message.ts'
import { type Draft, recordOf } from './draft.ts'
import { checkField, type Field, type FieldValue, isEmpty, isShapeOf } from './field-spec.ts'

/** Codes of domain.md 3.4. S1E is S1 of an enterprise, S14P the 履约保证险 of S14, S20 what a template asks on its own. */
export type SectionCode =
  | 'S1'
  | 'S1E'
  | 'S2'
  | 'S3'
  | 'S4'
  | 'S5'
  | 'S6'
  | 'S7'
  | 'S8'
  | 'S9'
  | 'S10'
  | 'S11'
  | 'S12'
  | 'S13'
  | 'S14'
  | 'S14P'
  | 'S15'
  | 'S16'
  | 'S17'
  | 'S18'
  | 'S19'
  | 'S20'

/** Sections that only the intake form has. */
export type IntakeSectionCode = 'shop' | 'intent'

/** Values of one section, or of one row of a repeated one. */
export type Row = Readonly<Record<string, FieldValue>>

type RowOf<F extends readonly Field[]> = { [K in F[number] as K['name']]: K['initial'] }

/** Everything that makes a field differ by the other values of its row. */
type Condition<R> = {
  /** A hidden field is neither validated nor submitted. */
  visible?: (row: R) => boolean
  required?: (row: R) => boolean
  readOnly?: (row: R) => boolean
  /** Replaces the field's own check. */
  check?: (row: R) => Check
}

type Definition<C extends SectionCode | IntakeSectionCode, N extends string, F extends readonly Field[]> = {
  code: C
  /** Name of the section in the form values and in the texts of its fields ({@link labelKey} of entry-labels.ts). */
  name: N
  fields: F
  when?: { [K in F[number]['name']]?: Condition<RowOf<F>> }
}

export type FieldIssue = { field: string; message: RuleMessage; missing: boolean }

/**
 * A template's differences from the section, by field name. `shown` is there whatever the section says, `fixed` is a
 * value that nobody types.
 */
export type Overrides = Readonly<
  Record<
    string,
    { required?: boolean; readOnly?: boolean; hidden?: boolean; shown?: boolean; fixed?: string }
  >
>

export type FieldState = { visible: boolean; required: boolean; readOnly: boolean }

/** True where a form may fold a field away: nobody asks for it, and nothing is in it. */
export function isFoldable(spec: Field, state: FieldState, value: FieldValue | undefined): boolean {
  const isOptional = state.visible && !state.required && !state.readOnly && !spec.inSight
  return isOptional && (value === undefined || value === false || isEmpty(value))
}

function isVisible(spec: Field, override: Overrides[string] | undefined, byRow = true): boolean {
  if (override?.hidden) return false
  return override?.shown || override?.fixed !== undefined || (!spec.byTemplate && byRow)
}

/**
 * A section of the form: ordered fields with the conditions between them. `check` judges a finished row, `draft` only
 * its shape: unfinished values are welcome, absent ones get their default, unknown ones are dropped.
 */
export function defineSection<
  const C extends SectionCode | IntakeSectionCode,
  const N extends string,
  const F extends readonly Field[],
>({ code, name, fields, when = {} }: Definition<C, N, F>) {
  type Values = RowOf<F>
  const conditions: Partial<Record<string, Condition<Values>>> = when
  const defaults = Object.fromEntries(fields.map((spec) => [spec.name, spec.initial])) as Values

  /** The way in which a field stands in a row. */
  function state(spec: Field, row: Row, overrides: Overrides = {}): FieldState {
    const condition = conditions[spec.name]
    const override = overrides[spec.name]
    const values = row as Values
    return {
      visible: isVisible(spec, override, condition?.visible?.(values)),
      required: override?.required ?? condition?.required?.(values) ?? spec.required,
      readOnly:
        override?.fixed !== undefined ||
        (override?.readOnly ?? condition?.readOnly?.(values) ?? spec.readOnly),
    }
  }

  /** The faults of the visible fields of a row. */
  function check(row: Row, overrides?: Overrides): FieldIssue[] {
    return fields.flatMap((spec) => {
      const { visible, required } = state(spec, row, overrides)
      if (!visible) return []
      const value = row[spec.name] ?? spec.initial
      const message = checkField(spec, value, required, conditions[spec.name]?.check?.(row as Values))
      return message === null ? [] : [{ field: spec.name, message, missing: required && isEmpty(value) }]
    })
  }

  /** The row as it is submitted: stored forms, without hidden fields, which fall back to their defaults. */
  function submitted(row: Row, overrides?: Overrides): Values {
    const entries = fields.map((spec) => {
      const value = row[spec.name] ?? spec.initial
      if (!state(spec, row, overrides).visible) return [spec.name, spec.initial]
      return [spec.name, typeof value === 'string' ? spec.normalise(value) : value]
    })
    return Object.fromEntries(entries) as Values
  }

  const draft: Draft<Values> = (raw, path) => {
    const row = recordOf(raw, path)
    const entries = fields.map((spec) => {
      const value = row[spec.name] === undefined ? spec.initial : row[spec.name]
      if (!isShapeOf(spec, value)) throw new InputError(`${path}.${spec.name}`, 'format', 'another shape')
      // Everything that the rules between fields compare has to be in the form that the field's own rule has judged.
      return [spec.name, typeof value === 'string' ? spec.normalise(value) : value]
    })
    return Object.fromEntries(entries) as Values
  }

  return { code, name, fields, defaults, state, check, submitted, draft }
}

/** Everything that all sections have in common. */
export type Section = {
  code: SectionCode | IntakeSectionCode
  name: string
  fields: readonly Field[]
  defaults: Row
  state: (spec: Field, row: Row, overrides?: Overrides) => FieldState
  check: (row: Row, overrides?: Overrides) => FieldIssue[]
  submitted: (row: Row, overrides?: Overrides) => Row
}

/** The fields of a section that a row shows, as paths. */
export const shownPaths = (section: Section, row: Row, overrides?: Overrides): string[] =>
  section.fields
    .filter((spec) => section.state(spec, row, overrides).visible)
    .map(({ name }) => `${section.name}.${name}`)
