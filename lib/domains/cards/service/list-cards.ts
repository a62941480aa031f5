import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is } from '../../../platform/db/list-conditions.ts'
import { maskCard } from '../../../rules/mask.ts'
import type { BindStatus } from '../../customers/rules/bank-card.ts'
import { bankCard } from '../../customers/table.ts'
import { orders } from '../../orders/service/list-orders.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import { application } from '../../orders/table.ts'
import { bankCards, type CardRow, type ListedCardState } from '../contract.ts'
import { cardStateOf, cardStatuses } from '../rules/card-binding.ts'
import { cardChange, cardRequest } from '../table.ts'

/** 改卡列表: approved orders by where their card stands. */

const openChange = sql`${cardChange.tenantId} = ${application.tenantId} and ${cardChange.orderId} = ${application.id}
  and ${cardChange.doneAt} is null and ${cardChange.endedAt} is null`
const changing = sql<boolean>`exists (select from ${cardChange} where ${openChange})`
/** Its signed paper is there. */
const checking = sql<boolean>`exists (select from ${cardChange} where ${openChange} and ${cardChange.paperId} is not null)`
/** The card that the next step is about. */
const workedOn = sql`coalesce((select ${cardChange.toCardId} from ${cardChange} where ${openChange}), ${application.repayCardId})`
const ofWorked = (condition: SQL) => sql`exists (select from ${bankCard}
  where ${bankCard.tenantId} = ${application.tenantId} and ${bankCard.id} = ${workedOn} and ${condition})`
const hasStatus = (status: BindStatus) => ofWorked(sql`${bankCard.bindStatus} = ${status}`)

const states: Record<ListedCardState, SQL> = {
  none: sql`${application.repayCardId} is null`,
  entered: hasStatus('未绑定'),
  asked: hasStatus('待验证'),
  failed: hasStatus('绑定失败'),
  paper: sql`${changing} and not ${checking} and ${hasStatus('已绑定')}`,
  checking: sql`${checking} and ${hasStatus('已绑定')}`,
  bound: sql`not ${changing} and ${hasStatus('已绑定')}`,
  unbound: hasStatus('已解绑'),
}

const { stageEnteredAt, createdAt } = application

export const cardList = defineList(bankCards.list, {
  ...orders,
  only: () => inArray(application.status, [...cardStatuses]),
  filters: {
    cardState: (state) => states[state],
    bankCode: (code) => ofWorked(sql`${bankCard.bankCode} = ${code}`),
    productId: is(application.productId),
    shopId: is(application.shopId),
  },
  sorts: { stageEnteredAt, createdAt },
  rows: readRows,
})

async function readRows(ids: number[]): Promise<CardRow[]> {
  const rows = await readOrderRows(ids)
  const ofCard = sql`${cardRequest.tenantId} = ${application.tenantId} and ${cardRequest.cardId} = ${bankCard.id}`
  const found = await db()
    .select({
      id: application.id,
      signed: sql<boolean>`${application.econtractSignedAt} is not null`,
      changing,
      paper: checking,
      card: bankCard,
      current: sql<BindStatus | null>`(select now_paying.bind_status from ${bankCard} as now_paying
        where now_paying.tenant_id = ${application.tenantId} and now_paying.id = ${application.repayCardId})`,
      askedAt: sql<string | null>`(select max(${cardRequest.askedAt}) from ${cardRequest} where ${ofCard})`,
      asked: sql<boolean>`exists (select from ${cardRequest} where ${ofCard} and ${cardRequest.answeredAt} is null)`,
    })
    .from(application)
    .leftJoin(bankCard, and(eq(bankCard.tenantId, application.tenantId), sql`${bankCard.id} = ${workedOn}`))
    .where(sql`${application.id} = any(${sql.param([...ids])}::bigint[])`)
  const byId = new Map(found.map((row) => [row.id, row]))
  return rows.flatMap((row) => {
    const more = byId.get(row.id)
    if (!more) return []
    const { card, current, asked, askedAt, signed, paper } = more
    const next = more.changing ? (card?.bindStatus ?? null) : null
    return [
      {
        ...row,
        cardState: cardStateOf({ current, next, asked, paper }),
        current,
        next,
        asked,
        paper,
        signed,
        askedAt,
        holderName: card?.holderName ?? null,
        cardNo: card ? maskCard(card.cardNo) : null,
        bankCode: card?.bankCode ?? null,
        failReason: card?.bindFailReason ?? null,
        boundAt: card?.boundAt ?? null,
      },
    ]
  })
}
