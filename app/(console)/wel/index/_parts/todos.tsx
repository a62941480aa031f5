'use client'
import { OrderStatusTag } from '@/components/order/order-status'
import { OrderStay } from '@/components/order/order-stay'
import { Icon } from '@/components/ui/icon'
import Link from '@/components/ui/link'
import { Bone, EmptyState } from '@/components/ui/states'
import { MoneyText } from '@/components/ui/texts'
import type { OutputOf } from '@/lib/contracts/endpoint'
import type { home } from '@/lib/contracts/home'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from '../home.module.css'
import { type Asked, HomeCard } from './home-card'
import { hasPlace, places } from './places'

type Answer = OutputOf<typeof home.list>
type Todo = Answer['data'][number]

const skeleton = ['a', 'b', 'c', 'd', 'e', 'f']

/** What waits for the user, the oldest first, below what he is to check. */
export function Todos({ asked, toCheck = 0 }: { asked: Asked<Answer>; toCheck?: number | undefined }) {
  const t = useT()
  const { data: todos, total = 0 } = asked.data ?? {}
  const shown = todos?.length ?? 0
  const note = shown < total ? t('home.todoCut', { total, shown }) : t('home.todoTotal', { total })
  return (
    <HomeCard name={t('home.todos')} area="todos" asked={asked} note={shown > 0 && note}>
      {toCheck > 0 && (
        <Link className={styles.toCheck} href={href('changes')}>
          {t('home.toCheck', { count: toCheck })}
          <Icon name="right" size={14} />
        </Link>
      )}
      {/* Nothing to do is not what stands below something to check. */}
      {!(toCheck > 0 && todos?.length === 0) && <TodoList todos={todos} />}
    </HomeCard>
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
  const { id, event, customerName, orderNo, status, amount, reason } = todo
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
  if (!hasPlace(event)) return <div className={styles.todo}>{facts}</div>
  return (
    <Link className={styles.todo} href={href(places[event], { orderId: id })}>
      {facts}
      <span className={styles.do}>
        {t(`home.do.${event}`)}
        <Icon name="right" size={14} />
      </span>
    </Link>
  )
}
