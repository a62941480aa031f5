'use client'
import { DictionaryText } from '@/components/form/field-value'
import { SensitiveText } from '@/components/order/sensitive-text'
import { ActionButton } from '@/components/ui/action-button'
import { Notice } from '@/components/ui/notice'
import { ScrollArea } from '@/components/ui/scroll-area'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { DateTimeText, noValue } from '@/components/ui/texts'
import { download } from '@/lib/client/download'
import { bankCards, type CardView } from '@/lib/domains/cards/contract'
import { cardFaultOf, isRefused } from '@/lib/domains/cards/rules/card-binding'
import { useT } from '@/lib/i18n/use-t'
import styles from './card-case.module.css'
import { BindStatusTag } from './card-state'
import { StillAgreed } from './still-agreed'

/** One card of an order: what is known of it, why it was refused, and what its bank was asked. */
export function CardSection({
  order: { id: orderId, rowVersion },
  card,
}: {
  order: { id: number; rowVersion: number }
  card: CardView
}) {
  const t = useT()
  const { failReason, paper, stillAgreed, holderName } = card
  return (
    <Section title={t(`bankCards.places.${card.place}`)} actions={<BindStatusTag status={card.status} />}>
      {isRefused(card.status) && failReason && card.place !== 'former' && (
        <div className={styles.fault}>
          <Notice tone="rejected">
            <strong>{failReason}</strong> {t(`bankCards.advice.${cardFaultOf(failReason)}`)}
          </Notice>
        </div>
      )}
      {stillAgreed && (
        <StillAgreed row={{ orderId, rowVersion, cardId: card.id, holderName }} reason={stillAgreed.reason} />
      )}
      <KeyValues>
        <KeyValue label={t('bankCards.holder')}>{card.holderName}</KeyValue>
        <KeyValue label={t('bankCards.cardNo')}>
          <SensitiveText
            masked={card.cardNo}
            label={t('bankCards.cardNo')}
            field={`bankCard.${card.id}.cardNo`}
          />
        </KeyValue>
        <KeyValue label={t('bankCards.bank')}>
          {card.bankCode ? <DictionaryText type="bank" code={card.bankCode} /> : noValue}
        </KeyValue>
        <KeyValue label={t('bankCards.branch')}>{card.bankBranch}</KeyValue>
        <KeyValue label={t('bankCards.mobile')}>
          <SensitiveText
            masked={card.reservedMobile}
            label={t('bankCards.mobile')}
            field={`bankCard.${card.id}.reservedMobile`}
          />
        </KeyValue>
        <KeyValue label={t('bankCards.agreementNo')}>{card.agreementNo}</KeyValue>
        {card.boundAt && (
          <KeyValue label={t('bankCards.boundAt')}>
            <DateTimeText value={card.boundAt} />
          </KeyValue>
        )}
        {card.unboundAt && (
          <KeyValue label={t('bankCards.unboundAt')}>
            <DateTimeText value={card.unboundAt} />
          </KeyValue>
        )}
        {card.changeReason && <KeyValue label={t('bankCards.changeReason')}>{card.changeReason}</KeyValue>}
        {card.endReason && <KeyValue label={t('bankCards.endReason')}>{card.endReason}</KeyValue>}
        {failReason && card.place === 'former' && (
          <KeyValue label={t('bankCards.failReason')}>{failReason}</KeyValue>
        )}
      </KeyValues>
      {paper && (
        <div className={styles.paper}>
          {t('bankCards.paper')}：{paper.name}
          <small>
            {paper.addedByName} <DateTimeText value={paper.addedAt} />
          </small>
          <ActionButton
            size="small"
            onClick={() => download(bankCards.paper, { orderId, cardId: card.id }).catch(() => {})}
          >
            {t('bankCards.openPaper')}
          </ActionButton>
        </div>
      )}
      {card.requests.length > 0 && <Requests requests={card.requests} />}
    </Section>
  )
}

function Requests({ requests }: { requests: CardView['requests'] }) {
  const t = useT()
  return (
    <ScrollArea label={t('bankCards.requests')}>
      <table className={styles.requests} aria-label={t('bankCards.requests')}>
        <thead>
          <tr>
            {(['kind', 'askedAt', 'askedBy', 'outcome', 'answeredAt'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`bankCards.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {requests.map(({ id, kind, askedAt, askedByName, outcome, reason, answeredAt }) => (
            <tr key={id}>
              <td>{t(`bankCards.kinds.${kind}`)}</td>
              <td>
                <DateTimeText value={askedAt} />
              </td>
              <td>{askedByName ?? t('bankCards.system')}</td>
              <td>
                {outcome ? t(`bankCards.outcomes.${outcome}`) : t('bankCards.waiting')}
                {reason && `：${reason}`}
              </td>
              <td>
                <DateTimeText value={answeredAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
