'use client'
import { Notice } from '@/components/ui/notice'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { DateTimeText, noValue } from '@/components/ui/texts'
import type { DiligenceView } from '@/lib/domains/due-diligence/contract'
import {
  closingQuestions,
  type Question,
  questionsOf,
} from '@/lib/domains/due-diligence/rules/diligence-form'
import { isCancelled, isFinished } from '@/lib/domains/due-diligence/rules/due-diligence'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { PhotoTiles } from './photo-tiles'
import { RegionText } from './region-text'

/** A visit to read: what was asked for, what was answered, the photos with place and time, how it ended. */
export function DiligenceReport({ visit }: { visit: DiligenceView }) {
  const t = useT()
  const { returned, closed, status, photos } = visit
  const isReported = visit.submittedAt !== null
  return (
    <>
      {returned && !isFinished(status) && <ReturnNotice returned={returned} />}
      {closed && isCancelled(status) && (
        <Notice tone="rejected">
          {t('dueDiligence.closedBy', { name: closed.by })} <DateTimeText value={closed.at} /> · {closed.note}
        </Notice>
      )}
      <Section title={t('dueDiligence.task')}>
        <KeyValues>
          <KeyValue label={t('dueDiligence.kind')}>{t(`dueDiligence.kinds.${visit.kind}`)}</KeyValue>
          <KeyValue label={t('dueDiligence.reason')}>{t(`dueDiligence.reasons.${visit.reason}`)}</KeyValue>
          <KeyValue label={t('dueDiligence.parts')}>
            {visit.parts.map((part) => t(`dueDiligence.part.${part}`)).join(t('ui.separator'))}
          </KeyValue>
          <KeyValue label={t('dueDiligence.region')}>
            <RegionText codes={visit.region} />
          </KeyValue>
          <KeyValue label={t('dueDiligence.assignee')}>{visit.assigneeName}</KeyValue>
          <KeyValue label={t('dueDiligence.visitAt')}>
            <DateTimeText value={visit.visitAt} />
          </KeyValue>
          <KeyValue label={t('dueDiligence.orderedBy')}>{visit.orderedByName}</KeyValue>
          <KeyValue label={t('dueDiligence.createdAt')}>
            <DateTimeText value={visit.createdAt} />
          </KeyValue>
          <KeyValue label={t('dueDiligence.note')} wide>
            {visit.note}
          </KeyValue>
        </KeyValues>
      </Section>
      {isReported && (
        <>
          <Section title={t('dueDiligence.questions.report')}>
            <Answers visit={visit} questions={closingQuestions} />
            {closed?.note && isFinished(status) && (
              <KeyValues>
                <KeyValue label={t('dueDiligence.opinion')} wide>
                  {closed.note}
                </KeyValue>
              </KeyValues>
            )}
          </Section>
          {visit.parts.map((part) => (
            <Section key={part} title={t(`dueDiligence.part.${part}`)}>
              <Answers visit={visit} questions={questionsOf(part)} />
            </Section>
          ))}
        </>
      )}
      {photos.length > 0 && (
        <Section title={t('dueDiligence.photos')}>
          <PhotoTiles diligenceId={visit.id} photos={photos} />
        </Section>
      )}
    </>
  )
}

export function ReturnNotice({ returned }: { returned: NonNullable<DiligenceView['returned']> }) {
  const t = useT()
  const { reason, note, by, at } = returned
  return (
    <Notice tone="returned">
      <strong>{t(`dueDiligence.returnReasons.${reason}` as MessageKey)}</strong> {note} · {by}{' '}
      <DateTimeText value={at} />
    </Notice>
  )
}

function Answers({ visit, questions }: { visit: DiligenceView; questions: readonly Question[] }) {
  const t = useT()
  return (
    <KeyValues>
      {questions.map(({ code, options, maxLength }) => {
        const answer = visit.answers[code]
        const text = answer && options ? t(`dueDiligence.options.${answer}` as MessageKey) : answer
        return (
          <KeyValue
            key={code}
            label={t(`dueDiligence.questions.${code}` as MessageKey)}
            wide={maxLength > 200 && !options}
          >
            {text || noValue}
          </KeyValue>
        )
      })}
    </KeyValues>
  )
}
