'use client'
import { OrderStatusTag } from '@/components/order/order-status'
import { OrderStay } from '@/components/order/order-stay'
import { IconButton } from '@/components/ui/action-button'
import { Icon } from '@/components/ui/icon'
import Link from '@/components/ui/link'
import { groupThousands } from '@/components/ui/number-text'
import { Bone, EmptyState } from '@/components/ui/states'
import { MoneyText } from '@/components/ui/texts'
import type { home } from '@/lib/domains/home/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import styles from '../home.module.css'
import { type Asked, HomeCard } from './home-card'
import { isList, placeOf } from './places'

type Answer = OutputOf<typeof home.list>
type Todo = Answer['data'][number]

const openingPages = { channel: 'channelOpening', branch: 'branchOpening', shop: 'shopOpening' } as const

const skeleton = ['a', 'b', 'c', 'd', 'e', 'f']

/** A page of what waits, from the oldest on or from the newest. */
export type TodoView = { newest: boolean; page: number }

type TodosProps = {
  asked: Asked<Answer>
  shown: TodoView
  onShow: (view: TodoView) => void
  toCheck?: number | undefined
  openings?: OutputOf<typeof home.openings> | undefined
}

/** Everything that waits for the user, page by page, below what he is to check. */
export function Todos({ asked, shown, onShow, toCheck = 0, openings = [] }: TodosProps) {
  const t = useT()
  const todos = asked.data?.data
  return (
    <HomeCard
      name={t('home.todos')}
      area="todos"
      asked={asked}
      note={(todos?.length ?? 0) > 0 && <TodoPages asked={asked} shown={shown} onShow={onShow} />}
    >
      {toCheck > 0 && (
        <Link className={styles.toCheck} href={href('changes')}>
          {t('home.toCheck', { count: toCheck })}
          <Icon name="right" size={14} />
        </Link>
      )}
      {openings.map(({ kind, status, count }) => (
        <Link
          key={`${kind}/${status}`}
          className={styles.toCheck}
          href={href(openingPages[kind], { status })}
        >
          {t(`home.openings.${status}`, { kind: t(`home.openingKinds.${kind}`), count })}
          <Icon name="right" size={14} />
        </Link>
      ))}
      {/* Nothing to do is not what stands below something to check. */}
      {!((toCheck > 0 || openings.length > 0) && todos?.length === 0) && <TodoList todos={todos} />}
    </HomeCard>
  )
}

/** The number of them, from which end, and the way to the rest. */
function TodoPages({ asked, shown: { newest, page }, onShow }: Omit<TodosProps, 'toCheck' | 'openings'>) {
  const t = useT()
  const { total = 0, more, allPage = 1 } = asked.data ?? {}
  return (
    <span className={styles.pages}>
      <span>{t('home.todoTotal', { total: `${groupThousands(String(total))}${more ? '+' : ''}` })}</span>
      {total > 1 && (
        <button type="button" onClick={() => onShow({ newest: !newest, page: 1 })}>
          {t(newest ? 'home.oldestFirst' : 'home.newestFirst')}
        </button>
      )}
      {allPage > 1 && (
        <>
          <IconButton
            icon="left"
            size="small"
            label={t('home.pageBefore')}
            busy={page <= 1}
            onClick={() => onShow({ newest, page: page - 1 })}
          />
          <span>{t('home.todoPage', { page, pages: allPage })}</span>
          <IconButton
            icon="right"
            size="small"
            label={t('home.pageAfter')}
            busy={page >= allPage}
            onClick={() => onShow({ newest, page: page + 1 })}
          />
        </>
      )}
    </span>
  )
}

function TodoList({ todos }: { todos: readonly Todo[] | undefined }) {
  const t = useT()
  if (todos?.length === 0) return <EmptyState title={t('home.noTodos')} hint={t('home.noTodosHint')} />
  return (
    <ul className={styles.todos} aria-busy={todos === undefined}>
      {todos === undefined
        ? skeleton.map((key) => (
            <li key={key} className={styles.todo}>
              <Bone />
            </li>
          ))
        : todos.map((todo) => (
            <li key={todo.id}>
              <TodoLine todo={todo} />
            </li>
          ))}
    </ul>
  )
}

function TodoLine({ todo }: { todo: Todo }) {
  const t = useT()
  const { id, event, diligenceId, customerName, orderNo, status, amount, reason } = todo
  const facts = (
    <>
      <strong>{customerName}</strong>
      <span className={styles.number}>{orderNo}</span>
      <span className={styles.status}>
        <OrderStatusTag status={status} />
        {reason && (
          <span className={styles.reason} title={reason}>
            {reason}
          </span>
        )}
      </span>
      <span className={styles.amount}>
        <MoneyText value={amount} />
      </span>
      <span className={styles.stay}>
        <OrderStay order={todo} />
      </span>
    </>
  )
  const place = placeOf(event)
  if (!place) return <div className={styles.todo}>{facts}</div>
  return (
    <Link
      className={styles.todo}
      href={href(
        place.page,
        isList(place.page) ? { q: orderNo } : diligenceId === null ? { orderId: id } : { diligenceId },
      )}
    >
      {facts}
      <span className={styles.do}>
        {t(`home.do.${place.verb}`)}
        <Icon name="right" size={14} />
      </span>
    </Link>
  )
}
