'use client'
import { useId, useMemo, useRef } from 'react'
import { useController } from 'react-hook-form'
import { ActionButton } from '@/components/ui/action-button'
import { Section } from '@/components/ui/section'
import { nearestField } from '@/lib/domains/contracts/rules/contract-marks'
import { readContractText, type TextProblem } from '@/lib/domains/contracts/rules/contract-text'
import { useT } from '@/lib/i18n/use-t'
import { ColouredText } from './coloured-text'
import { Palette } from './palette'
import styles from './template.module.css'
import { type Values, wordsOf } from './template-values'

/** The text with its fields beside it: a click puts one in where the cursor stands. */
export function TextSection() {
  const t = useT()
  const id = useId()
  const { field, fieldState } = useController<Values, 'body'>({ name: 'body' })
  const input = useRef<HTMLTextAreaElement>(null)
  const body = field.value
  const { problems } = useMemo(() => readContractText(body), [body])

  const select = (from: number, to: number) => {
    // The new text is in the field after the render that follows.
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(from, to)
    })
  }
  const insert = (text: string) => {
    const { selectionStart: from = body.length, selectionEnd: to = from } = input.current ?? {}
    field.onChange(`${body.slice(0, from)}${text}${body.slice(to)}`)
    select(from + text.length, from + text.length)
  }
  const goTo = (line: number) => {
    const lines = body.split('\n')
    const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
    select(from, from + (lines[line - 1]?.length ?? 0))
  }
  const replace = ({ line, name }: TextProblem, right: string) => {
    const lines = body.split('\n')
    const before = lines[line - 1] ?? ''
    // A brace that was left open goes with its name.
    const wrong = name.includes('{') ? name : new RegExp(`\\{\\s*${escaped(name)}\\s*\\}`)
    lines[line - 1] = before.replace(wrong, () => `{${right}}`)
    field.onChange(lines.join('\n'))
  }
  return (
    <Section title={t('contractTemplates.text')}>
      <p className={styles.note} id={`${id}-hint`}>
        {t('contractTemplates.textHint')}
      </p>
      {/* Above the text, which is as high as the window: what hinders the saving is seen at once. */}
      <div className={styles.problems} id={`${id}-problems`} role="status">
        {problems.length === 0
          ? t('contractTemplates.noProblems')
          : t('contractTemplates.problems', { count: problems.length })}
        {problems.length > 0 && (
          <ul>
            {problems.slice(0, 20).map((problem) => (
              <Problem
                key={`${problem.line} ${problem.key} ${problem.name}`}
                problem={problem}
                onGo={() => goTo(problem.line)}
                onReplace={(right) => replace(problem, right)}
              />
            ))}
          </ul>
        )}
      </div>
      <div className={styles.writing}>
        <ColouredText
          ref={(element) => {
            input.current = element
            field.ref(element)
          }}
          value={body}
          problems={problems}
          label={t('contractTemplates.text')}
          invalid={fieldState.error !== undefined}
          describedBy={`${id}-hint ${id}-problems`}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
        <Palette onInsert={insert} />
      </div>
    </Section>
  )
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function Problem({
  problem,
  onGo,
  onReplace,
}: {
  problem: TextProblem
  onGo: () => void
  onReplace: (right: string) => void
}) {
  const t = useT()
  const { key, line, name } = problem
  const nearest = key === 'contracts.wrong.field' ? nearestField(name) : undefined
  return (
    <li>
      <button type="button" className={styles.place} onClick={onGo}>
        {t('contractTemplates.problemAt', { line, why: wordsOf(problem, t) })}
      </button>
      {nearest && (
        <ActionButton size="small" variant="text" onClick={() => onReplace(nearest)}>
          {t('contractTemplates.useNearest', { name: nearest })}
        </ActionButton>
      )}
    </li>
  )
}
