'use client'
import { useEffect, useRef, useState } from 'react'
import { ReturnNotice } from '@/components/due-diligence/diligence-report'
import { useLocalVisit } from '@/components/due-diligence/use-local-visit'
import type { LocalVisit, VisitOutbox } from '@/components/due-diligence/visit-outbox'
import { ActionButton } from '@/components/ui/action-button'
import { Notice } from '@/components/ui/notice'
import { SkeletonLines } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { keepOffline } from '@/lib/client/offline-pages'
import { isKept } from '@/lib/client/waiting-store'
import {
  closingQuestions,
  type DiligenceIssue,
  diligenceIssues,
  formOf,
  placedPhotos,
  questionsOf,
} from '@/lib/domains/due-diligence/rules/diligence-form'
import { type DiligencePart, isAtTheDoor, leastPhotos } from '@/lib/domains/due-diligence/rules/due-diligence'
import { useT } from '@/lib/i18n/use-t'
import { PhotoField } from './photo-field'
import { QuestionField } from './question-field'
import { SignatureField } from './signature-field'
import { SyncLine } from './sync-line'
import styles from './visit.module.css'

type Step = DiligencePart | 'closing'

/** 填写尽调 on a phone: step by step, kept in the browser as it is typed, sent when the network is there. */
export default function VisitForm({ id }: { id: number }) {
  const { visit, outbox } = useLocalVisit(id)
  const { setDirty } = useTab()
  const { path, query } = useTabLocation()
  const waiting = visit?.waiting ?? 0
  useEffect(() => {
    // Everything that was carried along before is shown where the service cannot be reached, and the page itself as
    // well, at the address where it stands: drawn at another one it would begin with another tab.
    outbox.open(id).then(
      () => keepOffline(`${path}?${query}`),
      () => undefined,
    )
  }, [outbox, id, path, query])
  useEffect(() => setDirty(waiting > 0, { kept: isKept() }), [waiting, setDirty])
  return visit ? <Form visit={visit} outbox={outbox} /> : <SkeletonLines lines={12} />
}

function Form({ visit, outbox }: { visit: LocalVisit; outbox: VisitOutbox }) {
  const t = useT()
  const { task, answers } = visit
  const steps: Step[] = [...task.parts, 'closing']
  const [step, setStep] = useState<Step>(steps[0] ?? 'closing')
  const [looked, setLooked] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  const issues = issuesOf(visit)
  const questions = step === 'closing' ? closingQuestions : questionsOf(step)
  const place = task.places.find(({ part }) => part === step)
  const at = steps.indexOf(step)
  const go = (to: Step | undefined, code?: string) => {
    if (!to) return
    setStep(to)
    // The step is drawn by then.
    requestAnimationFrame(() => {
      const target = code && document.querySelector(`[data-code="${code}"]`)
      ;(target || top.current)?.scrollIntoView({ block: target ? 'center' : 'start' })
      if (target) target.querySelector<HTMLElement>('input, textarea, canvas')?.focus({ preventScroll: true })
    })
  }
  const submit = () => {
    const [first] = issues
    setLooked(true)
    if (first) return go(stepOf(first), first.at)
    void outbox.submit(visit.id, task.rowVersion)
  }
  const lacks = (code: string) => looked && issues.some((issue) => issue.at === code)

  return (
    <div className={styles.form} ref={top}>
      <SyncLine visit={visit} outbox={outbox} />
      {task.returned && <ReturnNotice returned={task.returned} />}
      {visit.refusal && (
        <Notice tone="rejected" role="alert">
          {visit.refusal}
        </Notice>
      )}
      <nav className={styles.steps} aria-label={t('dueDiligence.steps')}>
        {steps.map((one) => {
          const left = issues.filter((issue) => stepOf(issue) === one).length
          return (
            <button
              key={one}
              type="button"
              aria-current={one === step ? 'step' : undefined}
              onClick={() => go(one)}
            >
              {t(one === 'closing' ? 'dueDiligence.closing' : `dueDiligence.part.${one}`)}
              <small data-done={left === 0 || undefined}>
                {left === 0 ? t('dueDiligence.complete') : t('dueDiligence.left', { count: left })}
              </small>
            </button>
          )
        })}
      </nav>
      {place && (
        <div className={styles.place}>
          <strong>{place.name || t('dueDiligence.unknownPlace')}</strong>
          <span>{place.address || t('dueDiligence.unknownAddress')}</span>
          {place.phone && <a href={`tel:${place.phone}`}>{place.phone}</a>}
        </div>
      )}
      {step === 'closing' && task.note && (
        <p className={styles.note}>{t('dueDiligence.wanted', { note: task.note })}</p>
      )}
      {questions.map((question) => (
        <QuestionField
          key={question.code}
          question={question}
          answer={answers[question.code] ?? ''}
          missing={lacks(question.code)}
          onAnswer={(text) => void outbox.answer(visit.id, question.code, text)}
        />
      ))}
      <section className={styles.question} data-code={step === 'closing' ? 'photos' : undefined}>
        <h3>{t('dueDiligence.photos')}</h3>
        {step === 'closing' && isAtTheDoor(task.kind) && (
          <p className={lacks('photos') ? styles.missing : styles.note}>
            {t('dueDiligence.photoRule', { least: leastPhotos, count: placedPhotos(photosOf(visit)) })}
          </p>
        )}
        <PhotoField visit={visit} outbox={outbox} subject={step === 'closing' ? 'other' : step} />
      </section>
      {step === 'closing' && isAtTheDoor(task.kind) && (
        <section className={styles.question} data-code="signature">
          <h3>{t('dueDiligence.signHere')}</h3>
          {lacks('signature') && <p className={styles.missing}>{t('dueDiligence.issues.signature')}</p>}
          <SignatureField visit={visit} outbox={outbox} />
        </section>
      )}
      <footer className={styles.footer}>
        {at > 0 && (
          <ActionButton onClick={() => go(steps[at - 1])}>{t('dueDiligence.stepBefore')}</ActionButton>
        )}
        {step !== 'closing' ? (
          <ActionButton variant="primary" onClick={() => go(steps[at + 1])}>
            {t('dueDiligence.stepAfter')}
          </ActionButton>
        ) : visit.submitting ? (
          <ActionButton onClick={() => void outbox.recall(visit.id)}>{t('dueDiligence.recall')}</ActionButton>
        ) : (
          <ActionButton variant="primary" onClick={submit}>
            {t('dueDiligence.submit')}
          </ActionButton>
        )}
      </footer>
    </div>
  )
}

/** Photos that count, sent or not, as the service will judge them. */
const photosOf = ({ photos, waitingPhotos }: LocalVisit) => [
  ...photos.map(({ subject, latitude, noPlace }) => ({ subject, hasPlace: latitude !== null, noPlace })),
  ...waitingPhotos
    .filter(({ refusal }) => refusal === undefined)
    .map(({ taken }) => ({
      subject: taken.subject,
      noPlace: taken.noPlace,
      hasPlace: taken.latitude !== undefined,
    })),
]

function issuesOf(visit: LocalVisit): DiligenceIssue[] {
  const { kind, parts } = visit.task
  return diligenceIssues({ kind, parts, answers: visit.answers, photos: photosOf(visit) })
}

/** The step on which an issue is mended. */
const stepOf = ({ at }: DiligenceIssue): Step =>
  formOf(['home', 'work', 'car']).find(({ code }) => code === at)?.part ?? 'closing'
