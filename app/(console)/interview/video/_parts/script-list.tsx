'use client'
import { useState } from 'react'
import { EnteredFacts } from '@/components/order/entered-facts'
import { ActionButton } from '@/components/ui/action-button'
import { CommitInput } from '@/components/ui/commit-input'
import { Section } from '@/components/ui/section'
import { useTellRefusal } from '@/components/verb/use-tell-refusal'
import { call } from '@/lib/client/call'
import { interviews } from '@/lib/domains/interviews/contract'
import { interviewLimits, type ScriptLine, scriptFacts } from '@/lib/domains/interviews/rules/interview'
import { useT } from '@/lib/i18n/use-t'
import styles from './room.module.css'

type Own = Partial<Pick<ScriptLine, 'ok' | 'answer'>> & { unsaved?: boolean }

/** 话术: what the clerk reads aloud, ticked as it is answered. */
export function ScriptList({
  id,
  lines,
  facts,
  editable,
  recording,
}: {
  id: number
  lines: readonly ScriptLine[]
  /** Everything that the order says to them. */
  facts: Readonly<Record<string, unknown>>
  editable: boolean
  /** A line is ticked where the recording shows its answer. */
  recording: boolean
}) {
  const t = useT()
  // Everything that was ticked stands at once; the service's answer follows.
  const [own, setOwn] = useState<Readonly<Record<string, Own>>>({})
  const tell = useTellRefusal()
  const shown = lines.map((line) => ({ ...line, ...own[line.code] }))
  const required = shown.filter((line) => line.required)
  const change = async (line: ScriptLine, set: Partial<Pick<ScriptLine, 'ok' | 'answer'>>) => {
    const { code, ok, answer } = { ...line, ...set }
    const put = (change: (own: Own) => Own) => setOwn((now) => ({ ...now, [code]: change(now[code] ?? {}) }))
    put((before) => ({ ...before, ...set }))
    try {
      await call(interviews.tick, { id, code, ok, answer })
      // Unless another answer was typed meanwhile.
      put((now) => ((now.answer ?? answer) === answer ? { ...now, unsaved: false } : now))
    } catch (error) {
      // A tick is the service's again; what the customer said nobody can type twice.
      if (set.answer === undefined) put(({ ok: _, ...others }) => others)
      else put((now) => ({ ...now, unsaved: true }))
      tell(error)
    }
  }
  return (
    <Section
      title={t('interviews.script')}
      actions={
        <span className={styles.quiet}>
          {t('interviews.scriptProgress', {
            done: required.filter(({ ok }) => ok).length,
            total: required.length,
          })}
        </span>
      }
    >
      {editable && !recording && <p className={styles.quiet}>{t('interviews.tickHint')}</p>}
      <ol className={styles.script}>
        {shown.map((line) => (
          <li key={line.code} data-ok={line.ok || undefined}>
            <label>
              <input
                type="checkbox"
                checked={line.ok}
                disabled={!editable || !recording}
                onChange={({ target }) => void change(line, { ok: target.checked })}
              />
              <span>
                {line.text}
                {!line.required && <em>{t('interviews.optional')}</em>}
              </span>
            </label>
            <EnteredFacts paths={scriptFacts[line.code] ?? []} values={facts} />
            {editable ? (
              <CommitInput
                value={line.answer}
                maxLength={interviewLimits.answer}
                placeholder={t('interviews.answer')}
                aria-label={t('interviews.answerOf', { line: line.text })}
                onCommit={(answer) => void change(line, { answer })}
              />
            ) : (
              line.answer && <p className={styles.quiet}>{line.answer}</p>
            )}
            {editable && line.unsaved && (
              <p className={styles.unsaved} role="status">
                {t('interviews.answerUnsaved')}
                <ActionButton
                  variant="text"
                  size="small"
                  aria-label={t('interviews.answerRetry', { line: line.text })}
                  onClick={() => void change(line, { answer: line.answer })}
                >
                  {t('interviews.retry')}
                </ActionButton>
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
