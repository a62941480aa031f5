'use client'
import { ChangeBanner } from '@/components/changes/change-banner'
import { OpenGates } from '@/components/order/open-gates'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { EmptyState } from '@/components/ui/states'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { q } from '@/lib/client/query'
import { bankCards } from '@/lib/domains/cards/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { CardSection } from '../_parts/card-section'
import { CardStateTag } from '../_parts/card-state'
import { PaperStep } from '../_parts/paper-step'
import { useCardVerbs } from '../_parts/use-card-verbs'

type CardCase = OutputOf<typeof bankCards.get>

/** While a bank is asked, its answer shows without a reload. */
const askedEveryMs = 5_000

/** A bank may still answer: about the card that pays or is to pay, or about ending the agreement of a former one. */
const isAsked = ({ asked, cards }: CardCase) =>
  asked || cards.some(({ requests }) => requests.some(({ outcome }) => outcome === null))

/** 改卡详情: the cards of one order, what comes next, and what banks said. */
export function CardCaseScreen() {
  return (
    <OrderScreen<CardCase>
      read={(orderId) => ({
        ...q(bankCards.get, { orderId }),
        refetchInterval: ({ state: { data } }) => (data && isAsked(data) ? askedEveryMs : false),
      })}
    >
      {(data) => <Case key={data.order.id} data={data} />}
    </OrderScreen>
  )
}

const quiet: readonly CardCase['cardState'][] = ['asked', 'bound']

function Case({ data }: { data: CardCase }) {
  const t = useT()
  const verbs = useCardVerbs()
  const { order, cards, cardState } = data
  const says = t(`bankCards.next.${cardState}`)
  return (
    <OrderPage
      order={order}
      actions={<VerbButtons verbs={verbs.of({ ...order, ...data })} />}
      notice={
        <>
          {(cardState === 'checking' || cardState === 'paper') && (
            <ChangeBanner kind="card" aboutId={order.id} />
          )}
          {!quiet.includes(cardState) && (
            <Notice tone={cardState === 'failed' ? 'rejected' : 'waiting'}>
              <CardStateTag state={cardState} /> {says}
            </Notice>
          )}
        </>
      }
      side={
        order.releasedAt === null && (
          <Section title={t('papers.gates')}>
            <OpenGates order={order} />
          </Section>
        )
      }
    >
      {quiet.includes(cardState) && (
        <Section title={t('bankCards.state')} actions={<CardStateTag state={cardState} />}>
          {says}
        </Section>
      )}
      {cardState === 'paper' && <PaperStep orderId={order.id} rowVersion={order.rowVersion} />}
      {cards.length === 0 && <EmptyState title={t('bankCards.states.none')} />}
      {cards.map((card) => (
        <CardSection key={card.id} order={order} card={card} />
      ))}
      {verbs.dialog}
    </OrderPage>
  )
}
